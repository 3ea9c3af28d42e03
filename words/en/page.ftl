tagline = Four quiet board games. Sit down.
skip = To the content
home = Home
games = Games
settings = Settings
about = About
language = Language
language-en = English
language-fr = Français
theme = Theme
theme-system = As the system
theme-light = Light
theme-dark = Dark
theme-to-light = Switch to the light theme
theme-to-dark = Switch to the dark theme
board = Board
board-calm = Calm
board-wood = Wood
board-contrast = High contrast
sounds = Sounds
aim = Aim with the finger at small cells
aim-means = On a touch screen: hold and slide to the cell you mean, then lift the finger; or tap it twice.
close = Close
loading = Loading …
not-found = There is nothing at this address.
no-table = There is no such table.
brought = It was played elsewhere and brought along.
table-damaged = What this browser kept of the game is damaged: it cannot be shown any more.
to-home = To the games
by = by { $authors }
author-site = { $authors }’s site
learn = Learn by playing
play-engine = Play the engine
play-friend = Play a friend
play-here = Both at this screen
new-table-engine = { $title }: play the engine
new-table-friend = { $title }: play a friend
new-table-here = { $title }: both at this screen
play = Play
new-game = A new game of { $title }
level = Level
level-word = { $level ->
    [1] Just learned it
    [2] Beginner
    [3] Easy
    [4] Casual
    [5] Steady
    [6] Practised
    [7] Strong
    [8] Very strong
    [9] Expert
   *[10] As strong as it gets
    }
level-name = { $level }: { level-word }
variant = Variant
for-newcomers = for newcomers
colour = Your colour
begins = { $colour } (begins)
by-lot = Random
clock = Clock
clock-none = No clock
clock-minutes = { $minutes } min + { $seconds } s a turn
clock-days = { $days ->
    [one] { $days } day a turn
   *[other] { $days } days a turn
    }
listed = Show the table to everybody
people-now = { $count ->
    [0] Nobody at a table now
    [one] { $count } player now
   *[other] { $count } players now
    }
open-tables = Open tables
no-open-tables = Nobody is waiting at the moment. Open a table, and it appears here.
your-games = Your games
your-turn = Your turn
their-turn = Their turn
waiting = Waiting for somebody
join = Sit down
move-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
    }
engine-name = Engine, level { $level }
guest-name = Guest { $mark }
colour-red = Red
colour-blue = Blue
colour-orange = Orange
colour-green = Green
colour-white = White
colour-neutral = Neutral
colour-black = Black
site-empty = empty
site-bars = beside { $bars }
site-forbidden = forbidden: it would undo the last move
site-stack = stack of { $count }, from top to bottom: { $pieces }
site-push = push from here
push-right = push row { $line } to the right
push-left = push row { $line } to the left
push-up = push column { $line } up
push-down = push column { $line } down
step-words = { $from } to { $to }
take-words = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
    } from { $from } to { $to }
site-selected = chosen
site-target = can be played
site-last = last move
site-winning = part of the win
site-take = { $count ->
    [one] { $count } taken
   *[other] { $count } taken
    }
board-of = Board of { $title }. Arrow keys: move; Enter: choose; Escape: let go.
goal = The aim
nothing-here = Nothing can be played at { $name } now.
cannot = { $move } cannot be played: { $reason }.
stuck = Nothing can be moved from { $name } now.
chosen = { $name } chosen
let-go = let go
tap-again = { $name }: tap once more to play here
take-how-many = How many pieces?
take-count = take { $count }
named = { $name }: { $value }
type-move = Type a move
type-move-hint = Type a move, such as { $example }
scroll = Scroll the strip
scroll-back = Back to the start of the strip
groups = Show groups
solid = As a real strip
in-hand = In hand
point = Point for { $colour }: { $points } of { $goal }
tower-of = a tower of { $height }
steps-left = { $count ->
    [one] { $count } step left
   *[other] { $count } steps left
    }
turn-number = turn { $number }
steps-taken-away = { $count ->
    [one] { $count } step
   *[other] { $count } steps
    } taken away: so many attack pieces stood next to the central piece
card-to-draw = A card is drawn …
card = card { $value }
turn-yours = Your turn, { $colour }
turn-of = { $colour } to move
turn-thinking = The engine thinks …
turn-waiting = Waiting for a second player
turn-paused = Paused
turn-steps = { $colour }: { $count ->
    [one] { $count } step left
   *[other] { $count } steps left
    }
you-mark = you
undo-step = Undo the step
takeback = Take back
resign = Resign
abort = Cancel the game
hint = Hint
hint-is = Hint: { $move }
hint-place = { $at }
hint-push = push { $at }
hint-move = move { $steps }
hint-swap = exchange { $from } with { $to } ({ $piece })
hint-take = take { $count } from { $from } to { $to }
offer-draw = Offer a draw
pause = Pause
resume = Go on
rematch = Rematch as { $colour }
to-rematch = To the rematch
accept = Accept
decline = Decline
keep-playing = Keep playing
draw-declined = Your opponent declines the draw.
more = More
actions = What you can do
close-table = Close the table
withdraw = Withdraw
claim-win = Claim the win
claim-in = In { $seconds } s you may claim the win.
left = { $name } has left.
offer-draw-theirs = Your opponent offers a draw.
offer-draw-yours = You have offered a draw.
offer-takeback-theirs = Your opponent would like to take back.
offer-takeback-yours = You have asked to take back.
offer-pause-theirs = Your opponent would like a pause.
offer-pause-yours = You have asked for a pause.
offer-rematch-theirs = Your opponent would like a rematch.
offer-rematch-yours = You have asked for a rematch.
flip = Turn the board
share = Share the link
copied = The link is copied.
invited = { $name } invites you to a game of { $title }
invited-as = you play { $colour }
play-against = Play against { $name }
invite = Send this link to a friend. Whoever opens it can sit down.
record = The game as text
record-means = All moves, to load them again here or in another program
download-title = Download
download-svg = Picture (SVG)
download-png = Picture (PNG)
download-gif = Animation (GIF)
sure-resign = Really resign?
sure-abort = Really cancel the game?
sure-draw = Offer your opponent a draw?
moves = Moves
no-moves = No move yet.
to-start = To the start
back = One back
forward = One forward
to-now = To the present
looking-back = You look at move { $ply } of { $total }.
try-out = Try out
trying-out = You are trying out.
trying-out-means = What you play here is shown to nobody and does not count.
to-game = Back to the game
to-game-key = Esc
chat = Chat
chat-unread = Chat: { $count ->
    [one] { $count } new line
   *[other] { $count } new lines
    }
chat-empty = Nothing was said yet.
say = Say something
send = Send
chat-off = The chat is turned off.
turn-chat-off = Turn the chat off
turn-chat-on = Turn the chat on
spectators = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
    }
here = here
away = away
free-seat = Free seat
sit-as = Sit down as { $colour }
connection-connecting = Connecting …
connection-lost = The connection is lost. The game is kept; connecting again …
move-pending = Your move is on its way …
move-withdraw = Withdraw it
won-you = You won
lost-you = You lost
won-colour = { $colour } won
won-draw = A draw
won-broken = The game was cancelled
won-nobody = Nobody has won, and it counts for nobody.
ended-decision = An administrator ended the game: { $reason }
won-score = { $won }, { $own } : { $other }
reason-rules = by the rules
reason-repetition = the same position for the third time
reason-agreement = by agreement
reason-resignation = by resignation
reason-time = on time
reason-abandoned = a player left
reason-adjudication = decided by an administrator
ended-resignation = { $as ->
    [lost] you resigned
   *[other] { $loser } resigned
    }
ended-time = { $as ->
    [lost] your time ran out
   *[other] { $loser }’s time ran out
    }
ended-abandoned = { $as ->
    [lost] you left the game
   *[other] { $loser } left the game
    }
play-again = Play again
analyse = Analyse
unreachable = The server cannot be reached.
unreachable-goes-on = Games against the engine, both at this screen, puzzles and analysis go on.
not-loaded = A part of this page could not be loaded.
try-again = Try again
newer = A newer version of Halte is ready. Your games are kept.
newer-take = Update
site-alone = This page has no server: games are against the engine or both at this screen, and are kept in this browser. Playing a friend by a link, accounts and everybody’s games need one.
site-no-server = There is no server here: this page is made of files alone. What needs one, such as accounts and games with others, is left out.

game-page-all = About this game
game-page-play = Play
game-page-rules = Rules
game-page-puzzles = Puzzles
game-page-analysis = Analysis
analysis-draw-card = Which card is drawn?
archive-title = Archive
account-title = Account
account-log-in = Log in
interface = For programmers
keys = Keys
keys-enter = Enter
keys-arrows = Walk over the board, or through the moves
keys-choose = Choose the place, as a click does
keys-escape = Let go; back to the game
keys-walk = One move back, one forward
