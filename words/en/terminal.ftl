# Whose game it is, whose turn, and how it ended.
terminal-made-by = { $title } by { $authors }
terminal-and = { $first } and { $last }
terminal-draws-card = { $player } draws a card
terminal-wins = { $player } wins: { $how }
terminal-draw = Draw: { $how }
terminal-no-result = No result: { $how }
terminal-resigned = { $player } resigned
terminal-ran-out-of-time = { $player } ran out of time
terminal-can-win = { $player } can win in { $moves }
terminal-can-hold-out = { $player } can hold out for { $moves }
terminal-best-is-draw = a draw with best play
terminal-chance = { $percent } % for { $player }
terminal-variants = Variants

# What the characters of a board mean.
terminal-legend = Legend:
terminal-legend-bar = { $mark } { $colour }'s bar
terminal-legend-push = { $arrows } where to push
terminal-legend-marks = { $pieces }; { "[ ]" } last move, { "* *" } what won
terminal-legend-stack = { $legend }; a stack is written from the bottom to the top
terminal-legend-screen = { "» «" } cursor, { "( )" } chosen, { "+" } where to, { "? ?" } hint

# Choosing a game line by line.
terminal-which-game = Which game?
terminal-choose = Number or name:
terminal-which-variant = Which variant of { $title }?
terminal-choose-or-enter = Number or name, Enter for { $name }:
terminal-begin =
    Type a move, `{ terminal-command-moves }`, `{ terminal-command-rules }` or `{ terminal-command-help }`.

# What can be typed besides moves. The English names are understood in every language.
terminal-command-moves = moves
    .argument = { "[CELL]" }
    .does = the legal moves, or those that begin with CELL

terminal-command-board = board
    .does = draw the board again

terminal-command-undo = undo
    .argument = { "[N]" }
    .does = take back the last move, or the last N

terminal-command-hint = hint
    .does = what the engine would play

terminal-command-level = level
    .argument = N
    .does = play against the engine: 1 is easiest, 10 hardest; `level off`: two people

terminal-command-rules = rules
    .does = the rules of this game

terminal-command-about = about
    .does = who made this game

terminal-command-position = position
    .does = the position as a line of text

terminal-command-save = save
    .argument = FILE
    .does = keep the game in a new file from now on

terminal-command-load = load
    .argument = { "FILE [N]" }
    .does = go on with the game in a file, or its game number N

terminal-command-resign = resign
    .does = give the game up

terminal-command-draw = draw
    .does = agree to a draw

terminal-command-new = new
    .does = begin again

terminal-command-help = help
    .does = this help; also h or ?

terminal-command-quit = quit
    .does = leave; also q

terminal-off = off
terminal-help-moves = A move, or several on one line:
terminal-help-or = Or:

# What is answered.
terminal-draws = { $player } draws { $card }
terminal-plays = { $player } plays { $move }
terminal-explained = { $move } ({ $meaning })
terminal-takes = { $count } pieces from { $from } to { $to }
terminal-typed = { $meaning }; typed { $move }
terminal-type-arrows = (type { "<" } { ">" } { "^" } v)
terminal-hint = Hint: { $move } ({ $chances })
terminal-no-advice = The engine has no advice.
terminal-no-engine-move = The engine finds no move: play for it.
terminal-two-people = Two people play.
terminal-level-set = The engine plays { $colour } at level { $level }.
terminal-resigns = { $player } resigns?
terminal-agree = Both agree to a draw?
terminal-rest-of-line = The rest of the line was not played.
terminal-legal-moves = { $count ->
    [0] No legal moves
    [one] { $count } legal move:
   *[other] { $count } legal moves:
    }
terminal-no-moves-over = No legal moves: the game is over
terminal-none-begins-with = No legal move begins with { $place }
terminal-nothing-to-take-back = There is nothing to take back.
terminal-took-back = Took back { $moves }.
terminal-undone-resignation = the resignation
terminal-undone-agreement = the agreement to a draw
terminal-undone-ending = the end of the game
terminal-prompt = { $colour }>
terminal-prompt-over = game over>
terminal-confirm = { $question } { "[y/N]" }
terminal-yes = yes
terminal-no = no

# Files.
terminal-saved = Saved in { $file }, and kept there from now on.
terminal-kept = This game is kept in { $file }.
terminal-kept-already = This game is kept in { $file } already.
terminal-protected = { $file } is write-protected: this game is not kept there.
terminal-save-elsewhere = `save FILE` keeps it elsewhere.
terminal-old-kept = The old game is kept in { $file }.
terminal-new-unsaved = The new game is not saved yet: `save FILE` keeps it.
terminal-leave-unsaved = This game is not saved. Leave it?
terminal-unsaved = This game was not saved. Its moves:
terminal-unsaved-from = This game was not saved. Its moves from { $start }:
terminal-game-of-file = { $file } (game { $number } of { $count })

# The full screen.
terminal-too-small =
    This needs a terminal of { $width } columns and { $height } rows; now it has { $columns } and { $rows }. Make it
    larger, or use a smaller type. Ctrl-C leaves; `halte play --plain` needs no such room.
terminal-which-move = Which move?
terminal-take = { $count ->
    [one] take { $count } piece
   *[other] take { $count } pieces
    }
terminal-opponent = Opponent
terminal-people = two people
terminal-level = { $level ->
    [1] level 1, easiest
    [10] level 10, hardest
   *[other] level { $level }
    }
terminal-thinking = { $player } is thinking …
terminal-your-turn = { $player }: your turn
terminal-of-level = level { $level }
terminal-who-is-winning = Who is winning? …
terminal-none-begins-so = No legal move begins so.
terminal-several-begin-so = Several moves begin so: go on typing.
terminal-type-move = Move:
terminal-type-file = Save in the new file:
terminal-in-all = … { $count } in all
terminal-played = { $player } played { $move }.
terminal-drew = { $player } draws { $card }.
terminal-over = The game is over: N begins a new one, U takes back.
terminal-over-leave = The game is over: N begins a new one, U takes back, Q leaves.
terminal-still-thinking = The engine is thinking; it is not your turn yet.
terminal-not-your-turn = It is not your turn.
terminal-none-begins-at = No legal move begins at { $place }.
terminal-now-where = { $place } is chosen: now where to? Esc lets go.
terminal-no-turn-to-end = There is no turn to end now.
terminal-hint-own-turn = A hint is for your own turn.
terminal-hint-thinking = The engine thinks about a hint …
terminal-ask = { $question } y/n
terminal-ask-leave-unsaved = This game is not saved. y leaves it, s saves it first, n stays
terminal-ask-leave = Leave? y/n

# Keys: a word for the bottom of the screen where there is room, and what they do.
terminal-key-arrows = go over the board
    .short = arrows

terminal-key-enter = choose what is under the cursor, as a click does
    .short = Enter, Space

terminal-key-escape = let go
    .short = Escape

terminal-key-m = type a move; its first letter or digit begins one too
    .short = move

terminal-key-h = what the engine would play
    .short = hint

terminal-key-u = take back; against the engine back to your own turn
    .short = undo

terminal-key-e = end the turn, or pass, where the game knows that
terminal-key-w = show who is winning, or stop showing it

terminal-key-l = another level, or two people without the engine
    .short = level

terminal-key-f = flip the board

terminal-key-r = the rules of this game
    .short = rules

terminal-key-n = a new game, or another one
    .short = new

terminal-key-o = open a game that is kept in a file

terminal-key-s = keep the game in a file from now on
    .short = save

terminal-key-a = resign
terminal-key-d = agree to a draw, between two people

terminal-key-help = this page
    .short = keys

terminal-key-q = leave
    .short = quit

terminal-key-control-c = leave at once
    .short = Ctrl-C

terminal-moves-typed = Moves, as they are typed:
terminal-rules-title = The rules
terminal-keys-title = Keys
terminal-enter = Enter
terminal-space = Space
terminal-escape = Esc
terminal-play = play
terminal-complete = complete
terminal-save = save
terminal-choose-item = choose
terminal-take-item = take it
terminal-to-board = back to the board
terminal-scroll = scroll ({ $count } lines below)
terminal-next-page = next page

# The menu.
terminal-menu = What shall we play?
terminal-menu-game = Game
terminal-menu-variant = Variant
terminal-menu-you = You play
terminal-menu-begin = Begin
terminal-menu-person = a second person
terminal-menu-engine = { $level ->
    [1] the engine, level 1 (easiest)
    [10] the engine, level 10 (hardest)
   *[other] the engine, level { $level }
    }
terminal-menu-first = { $first }, who begins
terminal-menu-either = { $first } or { $second }, by chance
terminal-menu-start = begin
terminal-menu-line = another line
terminal-menu-change = change it
terminal-menu-leave = leave

# Opening a game.
terminal-open-title = Go on with a game that is kept in a file
terminal-open-file = File:
terminal-open = open
terminal-back = back
