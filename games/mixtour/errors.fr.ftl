error-mixtour_occupied = { $cell } est occupée
error-mixtour_no_reserve = il ne reste plus de pion à poser
error-mixtour_too_few = { $cell } porte { $pieces ->
    [0] aucun pion
    [one] { $pieces } pion
   *[other] { $pieces } pions
    }
error-mixtour_no_stack = { $cell } n’a pas de pile où se poser
error-mixtour_not_in_line = { $from } et { $to } ne sont pas alignées
error-mixtour_distance = { $to } porte { $pieces ->
    [0] aucun pion
    [one] { $pieces } pion
   *[other] { $pieces } pions
    }, mais est à { $distance } de distance
error-mixtour_in_the_way = { $cell } barre le chemin
error-mixtour_undo = ce serait un retour à la situation précédente
error-mixtour_pass = il y a un autre coup
error-mixtour_move = un coup s’écrit b2, a1-b2, c4:3-d3 ou passe, sur les cases a1 à e5
error-mixtour_count = on prend d’un à quatre pions
error-mixtour_variant = une variante, ce sont les pions de chacun et les points pour gagner, de 1 à 25, comme 25/5
error-mixtour_fields = une position, ce sont les rangées, le joueur au trait, le score, la variante et le dernier coup
error-mixtour_rows = un plateau a cinq rangées
error-mixtour_row_length = la rangée { $row } n’a pas cinq cases
error-mixtour_too_many = il y a plus de { $pieces ->
    [one] { $pieces } pion
   *[other] { $pieces } pions
    } d’une couleur sur le plateau
error-mixtour_letter = { $cell } : les pions sont w et r, et non « { $letter } »
error-mixtour_tower = { $cell } : une pile de cinq pions ou plus a quitté le plateau
error-mixtour_player = le joueur au trait est w ou r
error-mixtour_score = un score, ce sont les points de Blanc et de Rouge, comme 0:0
error-mixtour_goal = la partie finit quand un joueur a { $goal ->
    [one] { $goal } point
   *[other] { $goal } points
    }
error-mixtour_last = le dernier coup ne peut pas avoir été { $last }
