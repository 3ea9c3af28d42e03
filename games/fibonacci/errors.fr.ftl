error-fibonacci_no_such_card = il ne reste plus de { $card } dans le paquet
error-fibonacci_draw_first = il faut d’abord tirer une carte
error-fibonacci_no_draw = ce n’est pas le moment de tirer une carte
error-fibonacci_no_step_yet = un tour a au moins un coup
error-fibonacci_no_piece = il n’y a pas de pion en { $point }
error-fibonacci_opponents = le pion en { $point } est à l’adversaire
error-fibonacci_central = un pion central ne bouge jamais de lui-même
error-fibonacci_same_kind = { $from } et { $to } portent des pions pareils : les échanger ne changerait rien
error-fibonacci_not_next = { $to } ne touche pas le groupe de { $from }
error-fibonacci_move = un coup s’écrit comme a5-b5, fin ou #4
error-fibonacci_card = les cartes vont de #1 à #6
error-fibonacci_point = les intersections vont de a1 à a6, de b1 à b7, et ainsi de suite jusqu’à k6 à k11
error-fibonacci_variant = Fibonacci a les variantes classic et cards
error-fibonacci_fields = une position a 4 parties, ou 5 avec les cartes, et non { $fields }
error-fibonacci_turn = le numéro du tour va de 1 à { $limit }
error-fibonacci_player = le joueur au trait est r ou g
error-fibonacci_rows = il y a { $rows } rangées, et non 11
error-fibonacci_row_length = la rangée { $row } a { $points ->
    [one] { $points } intersection
   *[other] { $points } intersections
    } au lieu de { $expected }
error-fibonacci_row_number = rangée { $row } : un nombre d’intersections vides va de 1 à 11
error-fibonacci_row_letter = rangée { $row } : « { $letter } » n’est pas un pion
error-fibonacci_pieces = il y a { $pieces ->
    [one] { $pieces } pion
   *[other] { $pieces } pions
    } { $letter } au lieu de { $expected }
error-fibonacci_packs = les paquets s’écrivent comme 222222,210222
error-fibonacci_no_packs = il manque les paquets
error-fibonacci_won = la partie est gagnée : il faut un + après les coups restants
error-fibonacci_steps = les coups restants sont un point d’interrogation, ou un nombre jusqu’à 6, avec ou sans +
error-fibonacci_steps_left = au tour { $turn }, il ne peut pas rester { $steps }{ $mark } { $steps ->
    [one] coup
   *[other] coups
    }
error-fibonacci_no_steps_left = un tour sans coups restants est fini
