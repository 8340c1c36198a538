"use strict";
// The running scores as lines, a player each: who leads, and since when.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const { el, minus } = globalThis.Pad;
  const WIDTH = 100;
  const HEIGHT = 50;

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  class Chart {
    constructor(pad) {
      this.pad = pad;
      this.chosen = null; // whose line stands out
    }

    /** Nothing before two stanzas: a line needs two points to say something. The table above says the same. */
    figure() {
      const { say, view, store } = this.pad;
      const course = store.course();
      if (course.length < 2) return null;
      const players = view.players(course);
      const scores = players.map((player) => course.map(({ totals }) => totals[player]));
      const told = scores.flat().filter((score) => score !== undefined);
      const [low, high] = [Math.min(0, ...told), Math.max(1, ...told)];
      const across = (at) => (WIDTH * at) / (course.length - 1);
      const down = (score) => (HEIGHT * (high - score)) / (high - low);
      const points = (line) =>
        line.flatMap((score, at) => (score === undefined ? [] : [`${across(at)},${down(score)}`])).join(" ");
      const last = course[course.length - 1].totals;
      const ranked = [...players].sort((player, other) => (last[other] ?? low) - (last[player] ?? low));
      return el(
        "figure",
        { class: "pad-chart score-lines", "aria-labelledby": "pad-chart" },
        el("figcaption", { id: "pad-chart", class: "h3" }, say("course")),
        el(
          "div",
          { class: "plot" },
          el(
            "p",
            { class: "scale", "aria-hidden": "true" },
            el("span", {}, minus(high)),
            el("span", {}, minus(low)),
          ),
          svg(
            "svg",
            { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
            svg("path", { class: "nought", d: `M0 ${down(0)}H${WIDTH}` }),
            ...players.map((player, at) =>
              svg("polyline", { class: this.looks(player, at), points: points(scores[at]) }),
            ),
          ),
          el(
            "p",
            { class: "span", "aria-hidden": "true" },
            el("span", {}, `${course[0].stanza.number}`),
            el("span", {}, `${course[course.length - 1].stanza.number}`),
          ),
        ),
        el(
          "ul",
          { class: "lines-of" },
          ranked.map((player) => this.key(player, players.indexOf(player), view.name(player), last[player])),
        ),
      );
    }

    looks(player, at) {
      const state = this.chosen === null ? "" : this.chosen === player ? " stands-out" : " behind";
      return `line line-${at % 10}${state}`;
    }

    /** A player's line in small, with the name; tapped it stands out. */
    key(player, at, name, score) {
      const sample = svg("svg", { viewBox: "0 0 30 8", "aria-hidden": "true" });
      sample.append(svg("path", { class: `line line-${at % 10}`, d: "M0 4h30" }));
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            "aria-pressed": `${this.chosen === player}`,
            "data-focus": `line-${player}`,
            click: () => {
              this.chosen = this.chosen === player ? null : player;
              this.pad.draw();
            },
          },
          sample,
          el("span", {}, name),
          el("b", {}, score === undefined ? "–" : minus(score)),
        ),
      );
    }
  }

  Object.assign(globalThis.Pad, { Chart });
})();
