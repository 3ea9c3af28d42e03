solid-hint = the strip with its half twist. Drag it, or use the arrow keys, to turn it; choose a cell to play.
no-solid = This browser cannot draw in three dimensions: WebGL is missing or turned off. The flat board has it all.
puzzles-title = Puzzles of { $game }
puzzles-lead = The player to move can force a win. Find it: the engine answers every try with the best defence.
puzzles-today = Puzzle of the day
puzzles-solved-count = { $solved } of { $all } solved
puzzles-streak = { $days ->
    [one] { $days } day
   *[other] { $days } days
    } in a row
puzzles-best = best: { $days }
puzzles-next = Next puzzle
puzzles-begin = Begin
puzzles-go-on = Go on
puzzles-all = All puzzles
puzzles-number = Puzzle { $number }
puzzles-difficulty-name = { $difficulty ->
    [1] Very easy
    [2] Easy
    [3] Medium
    [4] Hard
   *[5] Very hard
    }
puzzles-solved-mark = solved
puzzles-task = { $colour } moves and wins
puzzles-depth = { $count ->
    [1] in a single move
   *[other] in { $count } moves, both players’ counted
    }
puzzles-steps = within the turn, in { $count ->
    [one] { $count } step
   *[other] { $count } steps
    }
puzzles-open = Play your move on the board.
puzzles-right = Right. Go on.
puzzles-right-reply = Right. { $colour } plays { $reply }. Go on.
puzzles-solved = Solved
puzzles-solved-text = { $tries ->
    [1] { $help ->
        [hint] With a hint.
        [solution] After you had seen the solution.
       *[none] At the first try.
        }
   *[other] With { $tries } tries{ $help ->
        [hint] { " " }and a hint.
        [solution] , after you had seen the solution.
       *[none] .
        }
    }
puzzles-shown-text = You have seen the solution.
puzzles-wrong = { $count ->
    [1] { $move } does not win at once.
   *[other] { $move } does not win in { $count } moves.
    }
puzzles-refutation = { $colour } answers { $reply }.
puzzles-refutation-won = { $colour } answers { $reply } and wins.
puzzles-why = How it would go on:
puzzles-unclear = Whether { $move } wins would take too long to find out. There is a clearer way.
puzzles-analyse = Analyse the position
puzzles-again = Try again
puzzles-again-count = { $count ->
    [one] { $count } puzzle that went wrong is back
   *[other] { $count } puzzles that went wrong are back
    }
puzzles-again-now = to be tried again
puzzles-again-on = comes back on { $day }
puzzles-back = Take it back
puzzles-restart = From the start
puzzles-hint = Hint
puzzles-hint-text = One of these wins. Choose one to see it on the board:
puzzles-solution = Show the solution
replay-at = { $move }, move { $ply } of { $total }
to-end = To the end
embed-open = Open in Halte
set-up-open = Set up a position
set-up-title = Set up a position
set-up-how = Choose a piece, then where it stands. The same piece once more takes it away.
set-up-how-stacks = Choose a piece, then where to put it on top.
set-up-pieces = What is put down
set-up-take-away = Take away
set-up-empty = Empty the board
set-up-none = none
set-up-field-player = To move
set-up-field-in_hand = Marble in hand
set-up-field-last_push = Last push
set-up-field-turn_number = Turn
set-up-field-steps_left = Steps left
set-up-field-packs = Cards left of 1 to 6
set-up-field-score = Points
set-up-field-last_move = Last move
set-up-text = The position as text
set-up-legal = This position is legal.
set-up-illegal = Not legal yet: { $reason }.
set-up-use = Use this position
set-up-leave = Back
analysis-title = Analysis of { $game }
analysis-tree = Moves and variations. Left and right: walk; up and down: choose a variation.
analysis-graph = Probability of winning over the game
analysis-graph-words = { $colour } begins with { $first } and ends with { $last }; { $count ->
    [0] the game never turned
    [one] one turning point
   *[other] { $count } turning points
    }
analysis-graph-how = Choose a place on the graph to see its move.
analysis-graph-none = The graph of a game comes here: play moves, or load one.
analysis-done = The analysis is done: { $count ->
    [0] the game never turned
    [one] one turning point
   *[other] { $count } turning points
    }.
analysis-lines = The engine’s lines
analysis-lines-none = Here the game is over: the engine has nothing to add.
analysis-off = The engine is switched off.
analysis-worker-here = Your own device does the work.
analysis-worker-server = The server does the work.
analysis-engine = Engine
analysis-thinking = The engine begins …
analysis-depth = Looked { $depth ->
    [one] { $depth } move
   *[other] { $depth } moves
    } ahead, at { $nodes } positions
analysis-chance = { $colour } { $share }
analysis-wins = { $colour } wins in { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
    }
analysis-draw = A draw, proven
analysis-whole = Analyse the whole game
analysis-progress = { $done } of { $total ->
    [one] { $total } move
   *[other] { $total } moves
    } looked at
analysis-turning-points = Turning points
analysis-worst-first = What cost most comes first.
analysis-stop = Stop
analysis-no-turning-points = The game never turned.
judgement-inaccuracy = inaccuracy
judgement-mistake = mistake
judgement-blunder = blunder
judgement-good = good move
judgement-excellent = excellent move
judgement-interesting = interesting move
analysis-loss = gave away { $share } of the chances
analysis-better = Better:
analysis-load = Load a game or a position
analysis-load-text = A record, a position or moves
analysis-load-hint = Paste it here, or choose a file.
analysis-file = Choose a file
analysis-take = Load
analysis-wrong-game = this is a record of { $game }
analysis-copy-link = Copy the link
analysis-link-copied = The link is copied: it has the position and the main line.
analysis-clear = From the beginning
analysis-remove = Remove from here on
analysis-promote = Make it the main line
analysis-comment = Comment
analysis-position = Position
analysis-over = { $colour } has won.
analysis-over-draw = A draw.
archive-whose = Whose games
archive-everybodys = Everybody’s
archive-mine = My own
archive-game = Game
archive-result = Result
archive-result-first = The first player won
archive-result-second = The second player won
archive-result-draw = A draw
archive-all = All
archive-none = There are no such games yet.
archive-more = More
kept-here = In this browser
kept-bring = Keep it on the server
kept-bring-means = It moves from this browser to your games on the server, and can be opened on every device where you are logged in.
kept-forget = Delete
sure-forget = Delete this game for good?
archive-download = Download the records
archive-rated = rated
archive-broken = cancelled
player-since = Here since { $day }
player-ratings = Ratings
player-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
    }
player-results = Results
player-won = Won
player-drawn = Drawn
player-lost = Lost
player-recent = Last games
player-none = No games yet that everybody may see.
player-unknown = There is no such player.
account-log-out = Log out
account-make = Make an account
account-to-log-in = I have an account
account-to-make = I have no account yet
account-why = Nobody needs an account to play. With one you have a name, a rating, and your games on every device.
account-name = Name
account-name-hint = Letters, digits, - and _, beginning with a letter.
account-password = Password
account-password-hint = At least eight characters.
account-page = My page
account-sessions = Where you are logged in
account-device = { $browser } on { $system }
account-used = last used { $time }
account-current = here
account-end = Log out there
account-end-others = Log out everywhere else
account-mail = Mail address
account-mail-why = If you ever forget your password, a link for a new one is sent to it, and nothing else.
account-mail-set = Give an address
account-mail-change = Give another address
account-mail-ask = Send me a link to confirm it
account-mail-sent = A link is on its way to { $mail }. Follow it to confirm that the address is yours.
account-mail-confirm = Confirm the address
account-mail-confirm-what = A link was sent to you so that you say that the address is yours.
account-mail-confirmed = The address is confirmed.
account-mail-forget = Forget it
account-data = Your data
account-data-what = All that is kept of you: the account, your games with their records, notes, puzzles, ratings, and what you said.
account-data-download = Download all of it
account-delete = Delete the account
account-delete-what = Games that are not over are given up. Your name, ratings, notes and puzzles are deleted at once and for good. Games that are over stay, because they are the others’ as well, with a nameless guest in your place. Nobody else can take your name.
account-delete-now = Delete it for good
account-forgotten = I forgot my password
account-forgotten-how = Write your name above. If your account has a confirmed mail address, a link for a new password is sent to it.
account-forgotten-ask = Send me a link
account-forgotten-sent = If there is such an account with a confirmed address, a link is on its way. It is good for 24 hours.
account-forgotten-operator = This site sends no mail. Ask whoever runs it for a link.
account-new-password = New password
account-new-password-what = You are logged out everywhere else, and API tokens are revoked.
account-new-password-set = Set it and log in
reports = Reports
reports-none = Nothing is reported.
reports-table = To the table
reports-silence = Silence { $name } for a day
reports-settle = Settled
reports-unreadable = The server cannot read this table.
reports-more = { $count ->
    [one] One more is open, and is shown when one of these is settled.
   *[other] { $count } more are open, and are shown when these are settled.
    }
report = Report the chat
report-reason = What is wrong?
report-sent = Thank you. An administrator will look at it.
rules-page-title = Rules of { $game }
rules-ruling = Ruling
rules-ruling-means = What is marked so is ours: the published rules leave the question open, and a program must know.
rules-try-it = Try it
rules-again = Again
rules-show = Show me
rules-right = Yes.
rules-not-quite = Not quite.
rules-ready = That is all
rules-ready-text =
    The best way to understand the rest is a game. The engine’s lowest levels have just learned it, too.
rules-to-puzzles = Or solve a puzzle
first-page-title = A first game of { $game }
first-begin = Begin
first-lead =
    A real game against an engine that has just learned it, too. A guide sits beside you: first it leads you by the
    hand, then it lets you play.
first-kinds = What there is in the game
first-free-title = Now you
first-free-text =
    You know enough to go on by yourself. The guide still looks on: it warns you, and shows you a move whenever you
    like.
first-turn = Your turn
deed-place = played on { $at }
deed-push = pushed { $at }
deed-move = moved { $steps }
deed-swap = exchanged { $from } with { $to } ({ $piece })
deed-take = moved { $count ->
    [1] a piece
   *[other] { $count } pieces
    } from { $from } onto { $to }
first-engine-did = The engine { $deeds }.
first-thinking = The engine thinks. Wait a moment and see what it does.
first-finding = Looking for a good move …
first-lit = A good move is lit on the board: { $move }. You may play any other.
first-stopped = That stops you: you could have won ({ $way }).
first-steps = a turn of { $count } steps
first-ahead-win = You can win in this turn!
first-ahead-threat =
    Careful: { $colour } threatens to win in the next turn ({ $way }). Do something about it now.
first-ahead-doomed =
    Whatever you play, { $colour } can win in the next turn. But the engine is a beginner and may not see it.
first-ahead-risk = Look twice: { $lost } of your { $all } possible moves would let { $colour } win at once.
first-mood-winning = You can force a win from here!
first-mood-losing =
    With the best play the engine wins from here. It is a beginner, though: make it hard to find.
first-mood-better = Your last turn went well: you stand better than before.
first-mood-worse = The engine’s last turn was a good one: you stand worse than before.
first-show = Show me a move
first-play-it = Play it for me
first-won = You have won!
first-won-text = The places that decided it are lit. Now you know the game; the engine has nine more levels.
first-lost = The engine was faster this time.
first-lost-text =
    The places that decided it are lit. You have seen everything the game has; the next game is always better.
first-drawn = A draw.
first-drawn-text = Neither of you let the other through. The next game is always better.
first-again = Once more with the guide
first-next = And now?

about-text =
    Halte knows four board games exactly and lets people and programs play them. The games belong to their authors,
    who are named wherever a game is offered.

    The engine is our own. It learned nothing from other programs: it searches, and what it knows of each game was
    fitted to games it played against itself.

    The program is free software, under the MIT or the Apache licence, as you like. It sends nothing to anybody but
    the server it came from.

    The page is made with Svelte, and its view in three dimensions with three.js, both under the MIT licence.
check-cards = Check the cards
check-lot = Check the lot
check-title = { $what ->
    [cards] The cards, checked
   *[lot] The lot, checked
    }
check-well = { $what ->
    [cards] { $count ->
        [one] The card is as it was decided
       *[other] All { $count } cards are as they were decided
        }{ $takebacks ->
        [0] .
        [one] , after one takeback.
       *[other] , after { $takebacks } takebacks.
        }
   *[lot] The lot is as it was decided.
    }
check-well-by = Nobody chose { $what ->
    [cards] them
   *[lot] it
    }: the server had sealed its secret before the players added their numbers.
check-well-trusted =
    Nobody chose the cards from before an administrator undid an end; for those from after it one trusts the administrator.
check-alone = No person added a number: nothing decided but what the server knew.
check-old = This game was drawn when players had no part in it yet: the server’s secret alone decided.
check-dealt-here = This browser dealt by itself, for nobody else: it has kept to its own seal.
check-wrong = This is not what was decided.
check-open = { $takebacks ->
    [0] This is what was decided only if nothing was taken back.
    [one] This is what was decided only if cards were taken back once.
   *[other] This is what was decided only if cards were taken back { $takebacks } times.
    }
check-game = The record is of the game that was played at this table.
check-game-other = The record is of another game than the one that was played at this table.
check-seal = The secret is the one that was sealed when the table opened.
check-seal-again = An administrator undid an end of this game: after that another secret was used, and it is the sealed one.
check-seal-wrong = The secret is not the one that was sealed.
check-seal-seen = This browser saw this very seal before it added its number.
check-seal-other = This browser saw another seal before it added its number.
check-number = { $name } added a number.
check-number-yours = Your number is in it, as this browser sent it.
check-number-other = Your number is not the one that this browser sent.
check-number-none = { $name } added no number.
check-number-unused = This browser added a number, but the record says that the players had no part in it.
check-number-engine = The number of { $name } follows from its level and the table.
check-number-wrong = The number of { $name } is not the one that follows from its level and the table.
check-lot-kept = By lot, the players have the seats that they took.
check-lot-exchanged = By lot, the players have exchanged the seats that they took.
check-lot-wrong = The lot decided otherwise about the seats.
check-lot-none = A lot was to decide about the seats, but the record has none.
check-takebacks-seen = This browser saw cards taken back as often as the record says.
check-takebacks-other =
    This browser did not see cards taken back as often as the record says. Were you at the table elsewhere, and were they?
    If not, the cards were chosen.
check-drawn = The cards in order
check-card = { $colour }: { $card }
check-card-anew = drawn anew, because something had been taken back
check-card-trusted =
    from the secret sealed after an administrator undid the end: for it one trusts the administrator
check-card-wrong = { $decided } was decided
check-card-unknown = nothing says what was decided
check-numbers = What it was computed from
check-seal-name = Seal
check-secret-name = Secret
check-number-name = Number of { $name }
check-how = This browser computed it from the game’s record, without the server. The program halte does the same: halte check.
check-no-rules = The rules could not be loaded into this browser, and without them it can check nothing.
