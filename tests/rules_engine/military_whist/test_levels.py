"""Who may play, who goes on, where they sit, and the leader's clock."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.military_whist.clock import allowed, clock
from rules_engine.military_whist.eligibility import age_in, bars_of_player
from rules_engine.military_whist.levels import BY_NAME, advance, tables_of


class TestEligibility:
    @pytest.mark.parametrize(
        ("born", "rules"),
        [
            (date(1971, 12, 31), []),
            (date(1971, 1, 1), []),
            (date(1972, 1, 1), ["M-5/Age Groups"]),
            (date(1944, 2, 29), []),
        ],
    )
    def test_fifty_five_by_the_end_of_the_year(self, born: date, rules: list[str]) -> None:
        """M-5."""
        assert [bar.rule for bar in bars_of_player(born, 2026, "area", False)] == rules

    @given(st.dates(date(1900, 1, 1), date(2020, 1, 1)), st.integers(2021, 2100))
    def test_age_is_that_of_the_last_day(self, born: date, year: int) -> None:
        last = date(year, 12, 31)
        birthdays = year - born.year if (last.month, last.day) >= (born.month, born.day) else None
        assert age_in(year, born) == birthdays

    def test_members_at_zone_play_offs_alone(self) -> None:
        """M-6, reading 10."""
        born = date(1950, 1, 1)
        barred = {level for level in BY_NAME if bars_of_player(born, 2026, level, active_member=False)}
        assert barred == {"zone"}
        assert bars_of_player(born, 2026, "zone", active_member=True) == ()


class TestAdvancing:
    RESULTS = {"North": ["n1", "n2", "n3"], "South": ["s1", "s2"], "West": ["w1"]}

    def test_two_of_each_area_go_to_the_zone(self) -> None:
        """M-30, M-31."""
        gone = advance("area", self.RESULTS)
        assert gone is not None
        assert gone.level == "zone"
        assert [team for _, _, team in gone.teams] == ["n1", "s1", "w1", "n2", "s2"]
        assert advance("zone", self.RESULTS).level == "provincial"  # type: ignore[union-attr]

    def test_nobody_goes_on_from_the_top(self) -> None:
        assert advance("provincial", self.RESULTS) is None

    def test_zones_sit_in_order_first_teams_before_second(self) -> None:
        """M-8, M-33."""
        zones = [f"Zone {number}" for number in range(1, 9)]
        gone = advance("zone", {zone: [f"{zone} first", f"{zone} second", f"{zone} third"] for zone in zones})
        assert gone is not None
        tables = tables_of(gone.teams, zones)
        assert len(tables) == BY_NAME["provincial"].teams == 16
        for zone in range(1, 9):
            assert tables[zone - 1] == f"Zone {zone} first"
            assert tables[8 + zone - 1] == f"Zone {zone} second"

    def test_a_missing_team_leaves_its_table_to_the_leader(self) -> None:
        """Reading 9."""
        gone = advance("zone", self.RESULTS)
        assert gone is not None
        assert tables_of(gone.teams, ["North", "South", "West"]) == ("n1", "s1", "w1", "n2", "s2", None)

    def test_the_ladder_is_data(self) -> None:
        ladder = {"area": BY_NAME["area"]._replace(advancing=1, next="final")}
        gone = advance("area", self.RESULTS, ladder)
        assert gone is not None
        assert (gone.level, len(gone.teams)) == ("final", 3)

    def test_what_each_level_plays(self) -> None:
        """M-15, M-30 to M-32."""
        assert BY_NAME["area"].days == BY_NAME["zone"].days == ((15, 15),)
        assert BY_NAME["provincial"].days == ((15, 15), (20,))
        assert (BY_NAME["area"].teams, BY_NAME["area"].of_an_origin) == (None, None)
        assert (BY_NAME["zone"].teams, BY_NAME["provincial"].teams) == (None, 16)
        assert BY_NAME["zone"].of_an_origin == BY_NAME["provincial"].of_an_origin == 2


class TestClock:
    """M-3, reading 8."""

    BEGAN = datetime(2026, 6, 5, 9, 0, tzinfo=UTC)

    def test_what_is_left(self) -> None:
        reading = clock(self.BEGAN, self.BEGAN + timedelta(minutes=10), hands_left=3)
        assert reading == (
            datetime(2026, 6, 5, 9, 25, tzinfo=UTC),
            timedelta(minutes=15),
            timedelta(minutes=5),
        )

    def test_when_it_has_run_out(self) -> None:
        reading = clock(self.BEGAN, self.BEGAN + timedelta(minutes=26))
        assert (reading.left, reading.for_each_hand) == (timedelta(minutes=-1), timedelta(0))

    def test_with_no_hand_left(self) -> None:
        assert clock(self.BEGAN, self.BEGAN, hands_left=0).for_each_hand == timedelta(0)

    def test_what_a_game_may_be(self) -> None:
        days = ((15, 15), (20,))
        assert [allowed(days, game) for game in ("hand", "session", "event")] == [
            timedelta(hours=20, minutes=50),
            timedelta(hours=1, minutes=15),
            timedelta(minutes=25),
        ]
