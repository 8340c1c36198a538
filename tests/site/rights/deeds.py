"""What is done on the site, each deed with the rows of the table that it is; see `words.py`."""

from __future__ import annotations

from typing import Final

from tests.site.rights.words import Deed

WHOSE: Final = "whose it is"
DEEDS: Final[dict[str, tuple[Deed, ...]]] = {
    "One's own": (
        Deed("check a certificate by its code or file", "check check-code"),
        Deed("choose the language of the site", "language"),
        Deed("make a practice event", "practice"),
        Deed("make a practice event by program", "api-practices"),
        Deed(
            "let robots play at a practice event, throw it away",
            "practice-robots practice-discard api-practice-act:others,all,finish-others,finish,throw-away",
            WHOSE,
        ),
        Deed("claim one's record, make tokens for programs", "claim api-claim tokens api-tokens"),
        Deed(
            "link one's account to the identity provider, and unlink it",
            "sign-in-with-join sign-in-with-leave",
        ),
        Deed("add a passkey to one's account", "passkey-add"),
        Deed("rename or remove a passkey", "passkey passkey-remove", WHOSE),
        Deed("revoke a token", "token-revoke api-token-revoke", WHOSE),
        Deed("add a webhook", "webhooks api-webhooks"),
        Deed(
            "change, test or remove a webhook, switch it off and on, make a new secret, send messages again",
            "webhook webhook-secret webhook-remove api-webhook api-webhook-secret webhook-message-again "
            "api-webhook-message-again webhook-act:test,replay,switch-off,switch-on "
            "api-webhook-act:test,replay,switch-off,switch-on",
            WHOSE,
        ),
        Deed("set up an export of a roster, the ledger or entries", "exports api-exports"),
        Deed(
            "run, pause, resume or remove an export, make its download address new or withdraw it",
            "export-remove api-export export-act:run,pause,resume,new-address,withdraw-address "
            "api-export-act:run,pause,resume,new-address,withdraw-address",
            WHOSE,
        ),
        Deed(
            "change one's data, ask for a copy, be forgotten, read and archive messages, say where they go",
            "my-data api-my-data my-copies api-my-copies forget-me api-forget-me messages-read "
            "messages-archive-read api-messages-archive-read messages-channels api-messages-channels",
        ),
        Deed("make, renew or end the link of one's own calendar", "my-calendar api-my-calendar"),
        Deed(
            "mark a message as read, archive it, bring it back",
            "api-message-read message-archive api-message-archive message-unarchive api-message-unarchive",
            "to whom it was sent",
        ),
        Deed(
            "record one's own certificates, forecast what they come to",
            "record-own api-own-certificates api-own-forecast",
        ),
        Deed(
            "cancel long work, or have it tried again",
            "job-cancel api-job-cancel job-again api-job-again",
            "who asked for it",
        ),
        Deed("reset a second factor that was lost", "second-factor-reset api-second-factor-reset"),
    ),
    "People and records": (
        Deed("register a person", "register-person api-registry"),
        Deed("give out the code of a record", "record-act:code api-record-act:code"),
        Deed(
            "correct, merge, part, close and delete records",
            "record-act:correct,merge,undo,close,delete api-record-act:correct,merge,undo,close,delete",
        ),
        Deed("decide on the claim to a record", "decide-claim api-claim-act:accept,refuse"),
        Deed(
            "say who somebody is who entered without a number",
            "decide-provisional api-provisional-act:accept,refuse",
        ),
    ),
    "Clubs and offices": (
        Deed("register a club", "register-club api-club-applications"),
        Deed(
            "answer, withdraw or renew a club's application",
            "club-act:answer,withdraw,apply api-club-step:answer,withdraw,apply",
            "who registered it",
        ),
        Deed(
            "ask about a club, approve, refuse or open it again",
            "club-act:ask,approve,refuse,open api-club-step:ask,approve,refuse,open",
        ),
        Deed("close a club", "club-act:close api-club-step:close", "its officers, or who registered it"),
        Deed("appoint officers and directors of a club", "club-terms api-club-terms"),
        Deed("describe this installation", "describe-authority api-authority"),
        Deed("see how the installation is, and look after it", "doctor api-installation api-upkeep"),
        Deed("appoint to an office of the authority", "offices api-offices"),
        Deed(
            "prolong, pass on or take back a term (of a club: its officers too)",
            "term-act:prolong,pass,revoke api-term-act:prolong,pass,revoke",
        ),
        Deed("end a term (of a club: its officers too)", "term-act:end api-term-act:end", "who holds it"),
    ),
    "Law, fees and bars": (
        Deed(
            "set the authority up: its first law, officers and club",
            "set-up set-up-authority set-up-managing-executor set-up-law set-up-people set-up-club",
        ),
        Deed(
            "draft, edit, adopt or withdraw a law; preview it",
            "law-new api-law-draft law-edit api-law-version law-adopt law-withdraw "
            "api-law-act:adopt,withdraw law-previews api-previews "
            "law-preview-act:cancel,resume api-preview-act:cancel,resume",
        ),
        Deed(
            "add, rename, retire and bring back levels and types",
            "level-add api-level-add level-act:rename,retire,bring-back "
            "api-level-act:rename,retire,bring-back",
        ),
        Deed(
            "book payments, credit and refunds, read the bank's file",
            "invoice-act:pay,credit,refund,use api-invoice-act:pay,credit,refund,use "
            "bank api-bank bank-assign api-bank-assign",
        ),
        Deed("bar a player, lift a bar", "bars api-bars bar-lift api-bar-lift"),
    ),
    "Events and their sanctions": (
        Deed(
            "register and change an event, register a season",
            "new-event new-season api-new-event api-new-season edit-event api-registration",
        ),
        Deed(
            "send in, answer or withdraw an application",
            "application-act:submit,answer,withdraw,withdraw-all "
            "api-application-step:submit,answer,withdraw,withdraw-all",
        ),
        Deed(
            "return, approve or refuse an application",
            "decide application-act:return,approve,approve-all,refuse "
            "api-application-step:return,approve,approve-all,refuse",
        ),
        Deed(
            "cancel an event with its sanction",
            "cancel-event api-cancel-event application-act:cancel api-application-step:cancel",
        ),
        Deed("enter oneself", "own-entry api-entries"),
        Deed(
            "enter without a member number, and confirm it by the link in a mail",
            "newcomer-entry api-newcomers confirm-entry api-confirm-entry",
        ),
        Deed(
            "withdraw and enter again by the link in the mail of an entry",
            "entry-page api-entry-page-act:withdraw,leave,accept,promise,enter",
        ),
        Deed(
            "withdraw an entry, take a place that is offered",
            "withdraw api-entry-step:withdraw,leave,accept",
            WHOSE,
        ),
        Deed(
            "enter others, say who may enter, keep the check-in list and the till",
            "enter entry-conditions api-conditions "
            "entry-act:withdraw,leave,accept,skip,absent,absent-sure,restore,check-in,check-in-met,come,come-met,take-back,"
            "undo,paid,promised,unpaid,waive all-present api-all-present "
            "undo-all-present api-undo-all-present enter-list "
            "api-entered-lists take-back-list "
            "api-take-back-list "
            "api-entry-step:skip,absent,absent-sure,restore,check-in,check-in-met,come,come-met,take-back,undo,paid,"
            "promised,unpaid,waive",
        ),
        Deed(
            "rule on a disputed entry (while no game has an Acting Executor, the Managing Executor)",
            "entry-rulings api-entry-rulings",
        ),
        Deed(
            "enter teams, check them in, take their fees, take these back, restore a withdrawn team, let "
            "them go home between rounds, see who prepaid and draw a refund",
            "teams api-teams advancing api-advancing prepaid api-prepaid "
            "team-act:check-in,undo-check-in,paid,undo-paid,restore,leave,return "
            "api-team-act:check-in,undo-check-in,paid,undo-paid,restore,leave,return",
        ),
        Deed("name a team in which one plays", "team-entry api-team-invitations"),
        Deed("say yes or no by the link to a place in a team", "team-link confirm-place"),
        Deed("the same by program", "api-team-link:accept,decline"),
        Deed("take such a place by program without a member number", "api-join-team api-confirm-place"),
        Deed(
            "send the link to a place in one's team again",
            "team-invitation-act:send-again api-team-invitation-act:send-again",
            "who wrote the invitation",
        ),
        Deed(
            "say yes or no to a team",
            "team-invitation-act:accept,decline api-team-invitation-act:accept,decline",
            "who is named in it",
        ),
        Deed(
            "take back the naming of a team",
            "team-invitation-act:withdraw api-team-invitation-act:withdraw",
            "who named it",
        ),
        Deed("withdraw a team", "team-act:withdraw api-team-act:withdraw", "its players"),
        Deed("let a substitute into a team", "team-substitute api-team-substitute"),
        Deed(
            "note a violation of a game's canons or who comes late, take it back",
            "canons api-canons lateness api-lateness canon-act:take-back api-canon-act:take-back",
        ),
        Deed(
            "make the report of an event of its slips, open them again",
            "close-event api-close-event open-slips-again api-open-slips-again",
        ),
        Deed(
            "open games, seat rounds, begin a round in one step",
            "new-game api-new-game plan-round api-rounds round-act:confirm,again,discard,take-back "
            "api-round-step:confirm,again,discard,take-back "
            "begin-round complete-round api-begin-round api-complete-round",
        ),
        Deed(
            "seat, move, add and withdraw players from the floor, ask for a split",
            "floor-act:place,free,undo,wait,stop-waiting,withdraw,restore,check-in,away,add,ask-split "
            "api-floor-act:place,free,undo,wait,stop-waiting,withdraw,restore,check-in,away,add,ask-split",
        ),
        Deed(
            "announce something to everybody at the event, take it down",
            "announcements api-announcements announcement-down api-announcement-down",
        ),
        Deed(
            "send in records as files, say which games they are of",
            "records api-records record-file-act:assign,discard api-record-file:assign,discard",
        ),
        Deed(
            "announce a series, put events into it and take them out, give its places",
            "new-series api-all-series series-act:add,take-out,settle,draw "
            "api-series-step:add,take-out,settle,draw",
        ),
        Deed("give a place back", "series-act:decline api-series-step:decline", "who qualified"),
        Deed("appoint Acting Executors", "appoint appoint-all appoint-group api-proposals"),
        Deed(
            "let another executor take over an event, or end an appointment to it",
            "event-executor-act:replace,end api-event-executor-act:replace,end",
        ),
        Deed(
            "keep an executor's places, days away and conflicts",
            "executor-act:cover,uncover,leave,back,conflict,end-conflict "
            "api-executor-act:cover,uncover,leave,back,conflict,end-conflict",
            executor="the executor in person",
        ),
    ),
    "Games": (
        Deed("draw for scorekeeper and First Dealer", "opening-draw api-draw", "players of the game"),
        Deed(
            "write down who sits down, gets up, draws for a split; take the last of it back",
            "table-act:sit,leave,undo,draw api-table-act:sit,leave,undo,draw api-pad-act:sit,leave,undo",
            "players of the game",
        ),
        Deed(
            "call the Acting Executor, take the call back",
            "calls api-calls call-act:withdraw api-call-step:withdraw api-pad-act:call,withdraw-call",
            "players of the game",
        ),
        Deed(
            "charge a violation, demand a vote",
            "violations api-violations demand-vote api-demand-vote",
            "players of the game",
        ),
        Deed(
            "open a vote or refuse it by rule, take the roll call, close it",
            "vote-act:open,enter,take-back,close api-vote-step:open,enter,take-back,close",
        ),
        Deed("answer in a vote", "vote-act:answer api-vote-step:answer", "players on its roll"),
        Deed("answer a call from a table", "call-act:answer api-call-step:answer", at="call"),
        Deed(
            "the same at whist, where the director's ruling is final (never who plays there)",
            "call-act:answer api-call-step:answer",
            at="call of teams",
        ),
        Deed(
            "rule on an irregularity, see beforehand what follows",
            "rule api-rulings api-weigh",
            at="table in play",
        ),
        Deed(
            "the same at whist, where the director's ruling is final (never who plays there)",
            "rule api-rulings api-weigh",
            at="team game",
        ),
        Deed(
            "mark a ruling of the case book as guiding",
            "ruling-mark:guide,unguide api-ruling-mark:guide,unguide",
        ),
        Deed(
            "wait at a table, or stop waiting",
            "table-act:wait,stop-waiting api-table-act:wait,stop-waiting",
            "who wishes to play, players of the game",
        ),
        Deed("see what a slip comes to before it is handed in", "api-slip-preview", "players of the event"),
        Deed(
            "hand in slips, correct one, sign it",
            "slips slip api-slips api-slip api-slip-sign",
            "players of the event",
        ),
        Deed(
            "report a stanza, correct it, close or report the game",
            "table-stanza api-stanzas sheet-entry table-act:close api-table-act:close report api-report "
            "api-pad-stanzas api-pad-act:close api-table-record",
            "players of the game",
        ),
        Deed(
            "give out and withdraw the link to a table's pad (who holds it keeps that table's score)",
            "table-act:link,withdraw-link api-table-act:link,withdraw-link",
        ),
        Deed(
            "call a game off before its first stanza",
            "table-act:call-off api-table-act:call-off",
        ),
        Deed(
            "order another end or scorekeeper, extrapolation, a split and its undoing, that a game goes on",
            "table-act:plan,scorekeeper,extrapolate,settle,split,undo-split,give-up,reopen "
            "api-table-act:plan,scorekeeper,extrapolate,settle,split,undo-split,give-up,reopen",
        ),
        Deed(
            "confirm the final sheet (never who reported it; other players of the game may)",
            "confirm api-confirm",
        ),
        Deed("settle a finding, certify the result", "settle api-settle executor-settle certify api-certify"),
        Deed("correct a certified result by order", "correct api-correction"),
    ),
    "Letters and cases": (
        Deed("draft a Letter from a vote that asked for one", "draft-letter api-draft-letter", "who voted"),
        Deed(
            "write a Letter anew, throw it away, file it without all signatures",
            "letter-act:edit,discard,file api-letter-act:edit,discard,file",
            "the person the person who drafted it",
        ),
        Deed("sign a Letter", "letter-act:sign api-letter-act:sign", "who voted"),
        Deed("enter who signed a Letter on paper", "letter-act:enter api-letter-act:enter"),
        Deed("let a filed Letter lie without a case", "letter-act:let-lie api-letter-act:let-lie"),
        Deed("open a disciplinary case", "open-case api-open-case open-cases api-open-cases"),
        Deed("answer the charge of a case", "case-act:answer api-case-act:answer", "the accused"),
        Deed(
            "add a statement to a case",
            "case-act:state api-case-act:state",
            "the accused, who judges it",
        ),
        Deed(
            "set hearings and call them off, withdraw as judge, decide a case",
            "case-act:hearing,call-off,withdraw,decide api-case-act:hearing,call-off,withdraw,decide",
            "who judges it",
        ),
        Deed("name another judge of a case", "case-act:assign api-case-act:assign"),
    ),
    "Certificates and rosters": (
        Deed("record certificates that a player sends in", "registrar"),
        Deed("record by codes, one's own signed ones too", "api-recording", "the player"),
        Deed(
            "mark a certificate as mutilated, replace it",
            "api-mutilated api-replacement certificate-act:mutilated,replace",
        ),
        Deed(
            "compile and publish a roster",
            "roster-compile api-roster-compile roster-publish api-roster-publish",
        ),
        Deed(
            "upload a file with the past, have it checked, choose what is uncertain, throw it away",
            "imports api-imports import-act:check,choose,rest,drop api-import-act:check,choose,rest,drop",
        ),
        Deed(
            "write an import and take it back (one of people, the registrar too)",
            "import-act:write,undo api-import-act:write,undo",
        ),
        Deed("correct points brought forward", "ledger-entry-correct api-ledger-entry-correct"),
        Deed("import the entries of an event", "event-import"),
    ),
    "Appeals": (
        Deed(
            "appeal, take an appeal further, waive the next step",
            "appeal-new api-appeals appeal-act:further,waive api-appeal-act:further,waive",
            "players of the game, those who left too",
        ),
        Deed(
            "withdraw an appeal",
            "appeal-act:withdraw api-appeal-act:withdraw",
            "who took the step",
        ),
        Deed(
            "write a statement to an appeal",
            "appeal-act:state api-appeal-act:state",
            "players of the game and whoever judges",
            executor="the Acting Executor who ruled",
        ),
        Deed(
            "see what a decision on an appeal would change",
            "appeal-effects api-appeal-effects",
            "the executor to whom it is assigned; members of the College",
        ),
        Deed(
            "decide an appeal, recuse oneself",
            "appeal-act:decide,recuse api-appeal-act:decide,recuse",
            "the executor to whom it is assigned",
        ),
        Deed(
            "move, vote and find an appeal without merit in the College",
            "appeal-act:move,answer,merit api-appeal-act:move,answer,merit",
        ),
        Deed("count a motion of the College", "appeal-act:close api-appeal-act:close"),
    ),
}
