move-summary =
    Poussez des billes depuis le bord jusqu’à en aligner cinq à vous ; l’adversaire devra pousser celle qui tombe.
move-piece-orange_marble = bille orange
move-piece-green_marble = bille verte
move-piece-neutral_marble = bille neutre
move-piece-black_marble = bille noire, le joker
move-forbidden = Cette poussée est interdite : c’est le mouvement inverse de celle de l’adversaire.
move-phase-cell =
    Mise en place : posez une de vos billes sur une case libre. On pousse dès que le plateau est plein.
move-doing-cell = Choisissez une case libre pour y poser une de vos billes.
move-doing-edge = Choisissez une flèche pour pousser la bille en main, ou { $pointer ->
    [touch] glissez le doigt
   *[mouse] faites glisser la souris
    } le long d’une rangée.
move-goal =
    Cinq de vos billes alignées : une rangée, une colonne ou une grande diagonale. La bille noire compte pour les deux
    joueurs.
move-ending-line_of_five = cinq billes alignées
move-ended-line_of_five = { $as ->
    [won] vous avez aligné cinq billes
    [given] { $loser } a complété votre alignement en poussant
    [gave] votre poussée a complété l’alignement adverse
    [seen-given] { $loser } a complété l’alignement adverse en poussant
   *[other] { $winner } a aligné cinq billes
    }
move-credit = Règle en français : François Haffner
move-holding-in_hand = en main : { $pieces }
move-holding-in_reserve = { $count } en réserve
