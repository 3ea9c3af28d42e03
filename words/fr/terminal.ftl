# À qui est le jeu, qui joue, et comment la partie a fini.
terminal-made-by = { $title } de { $authors }
terminal-and = { $first } et { $last }
terminal-draws-card = { $player } tire une carte
terminal-wins = { $player } gagne : { $how }
terminal-draw = Partie nulle : { $how }
terminal-no-result = Sans résultat : { $how }
terminal-resigned = { $player } abandonne
terminal-ran-out-of-time = { $player } a dépassé son temps
terminal-can-win = { $player } peut gagner en { $moves }
terminal-can-hold-out = { $player } peut tenir encore { $moves }
terminal-best-is-draw = partie nulle au meilleur jeu
terminal-chance = { $percent } % pour { $player }
terminal-variants = Variantes

# Ce que veulent dire les caractères du plateau.
terminal-legend = Légende :
terminal-legend-bar = { $mark } barre de { $colour }
terminal-legend-push = { $arrows } où pousser
terminal-legend-marks = { $pieces } ; { "[ ]" } dernier coup, { "* *" } ce qui a gagné
terminal-legend-stack = { $legend } ; une pile s’écrit du bas vers le haut
terminal-legend-screen = { "» «" } curseur, { "( )" } choix, { "+" } où aller, { "? ?" } indice

# Choisir un jeu, ligne par ligne.
terminal-which-game = Quel jeu ?
terminal-choose = Numéro ou nom :
terminal-which-variant = Quelle variante de { $title } ?
terminal-choose-or-enter = Numéro ou nom, Entrée pour { $name } :
terminal-begin =
    Tapez un coup, `{ terminal-command-moves }`, `{ terminal-command-rules }` ou `{ terminal-command-help }`.

# Ce que l’on peut taper à part les coups. Les noms anglais sont compris aussi.
terminal-command-moves = coups
    .argument = { "[CASE]" }
    .does = les coups permis, ou ceux qui commencent par CASE

terminal-command-board = plateau
    .does = redessiner le plateau

terminal-command-undo = reprendre
    .argument = { "[N]" }
    .does = reprendre le dernier coup, ou les N derniers

terminal-command-hint = indice
    .does = ce que jouerait l’ordinateur

terminal-command-level = niveau
    .argument = N
    .does = jouer contre l’ordinateur : de 1, le plus facile, à 10 ; `niveau non` : deux personnes

terminal-command-rules = règles
    .does = les règles de ce jeu

terminal-command-about = auteur
    .does = qui a fait ce jeu

terminal-command-position = position
    .does = la position en une ligne de texte

terminal-command-save = enregistrer
    .argument = FICHIER
    .does = garder la partie dans un nouveau fichier

terminal-command-load = charger
    .argument = { "FICHIER [N]" }
    .does = reprendre la partie d’un fichier, ou sa partie numéro N

terminal-command-resign = abandonner
    .does = abandonner la partie

terminal-command-draw = nulle
    .does = convenir d’une partie nulle

terminal-command-new = nouvelle
    .does = recommencer

terminal-command-help = aide
    .does = cette aide ; aussi h ou { "?" }

terminal-command-quit = quitter
    .does = quitter ; aussi q

terminal-off = non
terminal-help-moves = Un coup, ou plusieurs sur une ligne :
terminal-help-or = Ou bien :

# Ce qui est répondu.
terminal-draws = { $player } tire { $card }
terminal-plays = { $player } joue { $move }
terminal-explained = { $move } ({ $meaning })
terminal-takes = { $count } pions de { $from } à { $to }
terminal-typed = { $meaning } ; se tape { $move }
terminal-type-arrows = (tapez { "<" } { ">" } { "^" } v)
terminal-hint = Indice : { $move } ({ $chances })
terminal-no-advice = L’ordinateur n’a pas de conseil.
terminal-no-engine-move = L’ordinateur ne trouve pas de coup : jouez pour lui.
terminal-two-people = Deux personnes jouent.
terminal-level-set = L’ordinateur joue { $colour } au niveau { $level }.
terminal-resigns = { $player } abandonne ?
terminal-agree = Partie nulle d’un commun accord ?
terminal-rest-of-line = La suite de la ligne n’a pas été jouée.
terminal-legal-moves = { $count ->
    [0] Aucun coup permis
    [one] { $count } coup permis :
   *[other] { $count } coups permis :
    }
terminal-no-moves-over = Aucun coup permis : la partie est finie
terminal-none-begins-with = Aucun coup permis ne commence par { $place }
terminal-nothing-to-take-back = Il n’y a rien à reprendre.
terminal-took-back = Repris : { $moves }.
terminal-undone-resignation = l’abandon
terminal-undone-agreement = l’accord de nulle
terminal-undone-ending = la fin de la partie
terminal-prompt = { $colour }>
terminal-prompt-over = partie finie>
terminal-confirm = { $question } { "[o/N]" }
terminal-yes = oui
terminal-no = non

# Les fichiers.
terminal-saved = Enregistrée dans { $file }, où elle est désormais gardée.
terminal-kept = Cette partie est gardée dans { $file }.
terminal-kept-already = Cette partie est déjà gardée dans { $file }.
terminal-protected = { $file } est protégé : cette partie n’y est pas gardée.
terminal-save-elsewhere = `enregistrer FICHIER` la garde ailleurs.
terminal-old-kept = L’ancienne partie est gardée dans { $file }.
terminal-new-unsaved = La nouvelle partie n’est pas encore enregistrée : `enregistrer FICHIER` la garde.
terminal-leave-unsaved = Cette partie n’est pas enregistrée. La quitter ?
terminal-unsaved = Cette partie n’a pas été enregistrée. Ses coups :
terminal-unsaved-from = Cette partie n’a pas été enregistrée. Ses coups depuis { $start } :
terminal-game-of-file = { $file } (partie { $number } sur { $count })

# Le plein écran.
terminal-too-small =
    Il faut un terminal de { $width } colonnes et { $height } lignes ; il en a { $columns } et { $rows }.
    Agrandissez-le, ou prenez des caractères plus petits. Ctrl-C quitte ; `halte play --plain` n’a pas besoin de tant
    de place.
terminal-which-move = Quel coup ?
terminal-take = { $count ->
    [one] prendre { $count } pion
   *[other] prendre { $count } pions
    }
terminal-opponent = Adversaire
terminal-people = deux personnes
terminal-level = { $level ->
    [1] niveau 1, le plus facile
    [10] niveau 10, le plus fort
   *[other] niveau { $level }
    }
terminal-thinking = { $player } réfléchit…
terminal-your-turn = { $player } : à vous
terminal-of-level = niveau { $level }
terminal-who-is-winning = Qui va gagner ? …
terminal-none-begins-so = Aucun coup permis ne commence ainsi.
terminal-several-begin-so = Plusieurs coups commencent ainsi : continuez.
terminal-type-move = Coup :
terminal-type-file = Enregistrer dans le nouveau fichier :
terminal-in-all = … { $count } en tout
terminal-played = { $player } a joué { $move }.
terminal-drew = { $player } tire { $card }.
terminal-over = La partie est finie : N en commence une autre, U reprend.
terminal-over-leave = La partie est finie : N en commence une autre, U reprend, Q quitte.
terminal-still-thinking = L’ordinateur réfléchit ; ce n’est pas encore à vous.
terminal-not-your-turn = Ce n’est pas à vous de jouer.
terminal-none-begins-at = Aucun coup permis ne part de { $place }.
terminal-now-where = Choix : { $place }. Et où aller ? Échap annule.
terminal-no-turn-to-end = Il n’y a pas de tour à finir maintenant.
terminal-hint-own-turn = Un indice est pour votre propre tour.
terminal-hint-thinking = L’ordinateur cherche un indice…
terminal-ask = { $question } o/n
terminal-ask-leave-unsaved = Cette partie n’est pas enregistrée. o la quitte, s l’enregistre d’abord, n reste
terminal-ask-leave = Quitter ? o/n

# Les touches : un mot pour le bas de l’écran, et ce qu’elles font.
terminal-key-arrows = parcourir le plateau
    .short = flèches

terminal-key-enter = choisir ce qui est sous le curseur, comme un clic
    .short = Entrée, Espace

terminal-key-escape = annuler
    .short = Échap

terminal-key-m = taper un coup ; sa première lettre ou son chiffre en commence un aussi
    .short = coup

terminal-key-h = ce que jouerait l’ordinateur
    .short = indice

terminal-key-u = reprendre ; contre l’ordinateur, jusqu’à votre propre tour
    .short = reprendre

terminal-key-e = finir le tour, ou passer, si le jeu le permet
terminal-key-w = montrer qui va gagner, ou ne plus le montrer

terminal-key-l = un autre niveau, ou deux personnes sans l’ordinateur
    .short = niveau

terminal-key-f = tourner le plateau

terminal-key-r = les règles de ce jeu
    .short = règles

terminal-key-n = une nouvelle partie, ou un autre jeu
    .short = autre

terminal-key-o = ouvrir une partie gardée dans un fichier

terminal-key-s = garder la partie dans un fichier
    .short = garder

terminal-key-a = abandonner
terminal-key-d = convenir d’une partie nulle, entre deux personnes

terminal-key-help = cette page
    .short = touches

terminal-key-q = quitter
    .short = quitter

terminal-key-control-c = quitter aussitôt
    .short = Ctrl-C

terminal-moves-typed = Les coups, comme on les tape :
terminal-rules-title = Les règles
terminal-keys-title = Les touches
terminal-enter = Entrée
terminal-space = Espace
terminal-escape = Échap
terminal-play = jouer
terminal-complete = compléter
terminal-save = enregistrer
terminal-choose-item = choisir
terminal-take-item = prendre
terminal-to-board = retour au plateau
terminal-scroll = défiler ({ $count } lignes plus bas)
terminal-next-page = page suivante

# Le menu.
terminal-menu = À quoi jouons-nous ?
terminal-menu-game = Jeu
terminal-menu-variant = Variante
terminal-menu-you = Vous jouez
terminal-menu-begin = Commencer
terminal-menu-person = une seconde personne
terminal-menu-engine = { $level ->
    [1] l’ordinateur, niveau 1 (le plus facile)
    [10] l’ordinateur, niveau 10 (le plus fort)
   *[other] l’ordinateur, niveau { $level }
    }
terminal-menu-first = { $first }, qui commence
terminal-menu-either = { $first } ou { $second }, au hasard
terminal-menu-start = commencer
terminal-menu-line = autre ligne
terminal-menu-change = changer
terminal-menu-leave = quitter

# Ouvrir une partie.
terminal-open-title = Continuer une partie gardée dans un fichier
terminal-open-file = Fichier :
terminal-open = ouvrir
terminal-back = retour

# Ce qui n’a pas marché. En anglais, les erreurs ont leurs propres mots.
error-cli_which_game = quel jeu ?
error-cli_move = coup { $number } : { $problem }
error-cli_cannot_read = impossible de lire { $file } : { $cause }
error-cli_no_file = impossible de lire { $file } : ce fichier n’existe pas
error-cli_cannot_write = impossible d’écrire { $file } : { $cause }
error-cli_cannot_lock = impossible de verrouiller { $file } : { $cause }
error-cli_no_folder = impossible d’écrire { $file } : le dossier { $folder } n’existe pas
error-cli_file_exists = { $file } existe déjà : choisissez un autre nom
error-cli_file_unreadable = { $file } : { $problem }
error-cli_file_empty = { $file } ne contient aucune partie
error-cli_file_which_game =
    { $file } contient { $games } parties : dites laquelle par son numéro, `--number N` ou `{ terminal-command-load }
    FICHIER N`
error-cli_file_no_such_game = { $file } contient { $games ->
    [one] { $games } partie
   *[other] { $games } parties
    }, et pas de numéro { $number }
error-cli_file_protected = { $file } est protégé : --output FICHIER écrit ailleurs
error-cli_nothing_to_analyse = { $file } : il n’y a pas de coups à analyser
error-cli_analysis_stopped = l’analyse a été arrêtée
error-cli_card_first = une carte doit être tirée : dites laquelle avec --moves, par exemple --moves #3
error-cli_nothing_to_find = il n’y a rien à trouver : { $turn }
error-cli_group_in_gif =
    --group est pour l’image d’une seule position : aucun groupe n’est là dans toute une animation
error-cli_picture_to_file = une image ne peut pas aller ici sur la sortie standard
error-cli_picture_ending = impossible d’écrire { $file } : le nom doit finir par { $endings }
error-cli_zoom_of_svg = un SVG est aussi grand qu’on le montre : --zoom est pour PNG et GIF
error-cli_no_such_cell = il n’y a pas de case « { $cell } » sur ce plateau
error-cli_no_groups = { $game } n’a pas de groupes
error-cli_in_no_group = { $piece } : cela ne fait partie d’aucun groupe
error-cli_empty_cell = { $cell } est vide
error-cli_no_chance = il n’y a pas de hasard sur cette machine : { $cause }
error-cli_load_and = le fichier dit ce qui est joué : --load et { $given } ne vont pas ensemble
error-cli_variant_of = { $game } a la variante { $variant } : `halte play { $game } --variant { $variant }`
error-cli_variant_of_none = aucun jeu n’a de variante « { $variant } » : `halte games` les donne
error-cli_position_of = une position de quel jeu ? `halte play JEU --position P`
error-cli_engine_broken = l’ordinateur est en panne
error-cli_no_move_now = ce n’est pas le moment de jouer
error-cli_which_level =
    quel niveau ? tapez : { terminal-command-level } N, de 1 à 10, ou { terminal-command-level } { terminal-off }
error-cli_engine_plays_on = l’ordinateur continue : il n’accepte pas la partie nulle
error-cli_neither =
    « { $text } » n’est ni un coup ni une commande : { $reason } ; `{ terminal-command-help }` explique
error-cli_over =
    la partie est finie : `{ terminal-command-undo }`, `{ terminal-command-new }` ou `{ terminal-command-quit }`
error-cli_illegal = { $problem } ; `{ terminal-command-moves }` donne les coups permis
error-cli_choose = { $problem } ; tapez un numéro, un nom, ou { terminal-command-quit }
error-cli_undo = reprendre combien de coups ? « { $text } » n’est pas un nombre
error-cli_save_where = enregistrer où ? tapez : { terminal-command-save } FICHIER
error-cli_load_what = charger quoi ? tapez : { terminal-command-load } FICHIER
error-cli_over_already = la partie est déjà finie
