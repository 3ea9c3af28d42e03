solid-hint =
    la bande avec son demi-tour. Faites-la tourner à la souris, au doigt ou avec les flèches ; choisissez une case
    pour jouer.
no-solid =
    Ce navigateur ne dessine pas en trois dimensions : WebGL manque ou est désactivé. Le plateau à plat montre tout.
puzzles-title = Problèmes de { $game }
puzzles-lead = Le joueur au trait peut forcer le gain. À chaque essai, l’ordinateur oppose la meilleure défense.
puzzles-today = Problème du jour
puzzles-solved-count = { $solved ->
    [one] { $solved } résolu
   *[other] { $solved } résolus
    } sur { $all }
puzzles-streak = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
    } de suite
puzzles-best = record : { $days }
puzzles-next = Problème suivant
puzzles-begin = Commencer
puzzles-go-on = Continuer
puzzles-all = Tous les problèmes
puzzles-number = Problème { $number }
puzzles-difficulty-name = { $difficulty ->
    [1] Très facile
    [2] Facile
    [3] Moyen
    [4] Difficile
   *[5] Très difficile
    }
puzzles-solved-mark = résolu
puzzles-task = { $colour } joue et gagne
puzzles-depth = { $count ->
    [1] en un seul coup
   *[other] en { $count } coups (coups des deux joueurs comptés)
    }
puzzles-steps = dans le tour, en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
    }
puzzles-open = Jouez votre coup sur le plateau.
puzzles-right = Bien. Continuez.
puzzles-right-reply = Bien. { $colour } joue { $reply }. Continuez.
puzzles-solved = Résolu
puzzles-solved-text = { $tries ->
    [1] { $help ->
        [hint] Avec un indice.
        [solution] Après avoir vu la solution.
       *[none] Au premier essai.
        }
   *[other] En { $tries } essais{ $help ->
        [hint] { " " }et avec un indice.
        [solution] , après avoir vu la solution.
       *[none] .
        }
    }
puzzles-shown-text = Vous avez vu la solution.
puzzles-wrong = { $count ->
    [1] { $move } ne gagne pas tout de suite.
   *[other] { $move } ne gagne pas en { $count } coups.
    }
puzzles-refutation = { $colour } répond { $reply }.
puzzles-refutation-won = { $colour } répond { $reply } et gagne.
puzzles-why = La suite serait :
puzzles-unclear = Il serait trop long de vérifier si { $move } gagne. Il y a un gain plus clair.
puzzles-analyse = Analyser la position
puzzles-again = Réessayer
puzzles-again-count = { $count ->
    [one] { $count } problème manqué est de retour
   *[other] { $count } problèmes manqués sont de retour
    }
puzzles-again-now = à réessayer
puzzles-again-on = revient le { $day }
puzzles-back = Reprendre le coup
puzzles-restart = Recommencer
puzzles-hint = Indice
puzzles-hint-text = L’un de ces coups gagne. Choisissez-en un pour le voir sur le plateau :
puzzles-solution = Montrer la solution
replay-at = { $move }, coup { $ply } sur { $total }
to-end = À la fin
embed-open = Ouvrir dans Halte
set-up-open = Composer une position
set-up-title = Composer une position
set-up-how = Choisissez un pion, puis l’endroit où le poser. Le poser une seconde fois au même endroit l’enlève.
set-up-how-stacks = Choisissez un pion, puis l’endroit où le poser, par-dessus.
set-up-pieces = Ce que vous posez
set-up-take-away = Enlever
set-up-empty = Vider le plateau
set-up-none = aucune
set-up-field-player = Au trait
set-up-field-in_hand = Bille en main
set-up-field-last_push = Dernière poussée
set-up-field-turn_number = Tour
set-up-field-steps_left = Coups restants
set-up-field-packs = Cartes restantes de 1 à 6
set-up-field-score = Points
set-up-field-last_move = Dernier coup
set-up-text = La position en texte
set-up-legal = Cette position est légale.
set-up-illegal = Pas encore légale : { $reason }.
set-up-use = Utiliser cette position
set-up-leave = Retour
analysis-title = Analyse de { $game }
analysis-tree = Coups et variantes. Gauche et droite : parcourir ; haut et bas : choisir une variante.
analysis-graph = Probabilité de gain au cours de la partie
analysis-graph-words = { $colour } commence à { $first } et finit à { $last } ; { $count ->
    [0] la partie n’a jamais basculé
    [one] un tournant
   *[other] { $count } tournants
    }
analysis-graph-how = Un point du graphique mène à son coup.
analysis-graph-none = Le graphique d’une partie viendra ici : jouez des coups, ou chargez-en une.
analysis-done = L’analyse est terminée : { $count ->
    [0] la partie n’a jamais basculé
    [one] un tournant
   *[other] { $count } tournants
    }.
analysis-lines = Suites de l’ordinateur
analysis-lines-none = La partie est finie ici : l’ordinateur n’a rien à ajouter.
analysis-off = L’analyse de l’ordinateur est désactivée.
analysis-worker-here = Calcul sur votre appareil.
analysis-worker-server = Calcul sur le serveur.
analysis-engine = Ordinateur
analysis-thinking = L’ordinateur commence…
analysis-depth = { $depth ->
    [one] { $depth } coup
   *[other] { $depth } coups
    } d’avance, { $nodes } positions examinées
analysis-chance = { $colour } { $share }
analysis-wins = { $colour } gagne en { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
    }
analysis-draw = Partie nulle (prouvé)
analysis-whole = Analyser toute la partie
analysis-progress = { $done } sur { $total ->
    [one] { $total } coup examiné
   *[other] { $total } coups examinés
    }
analysis-turning-points = Tournants
analysis-worst-first = Le plus coûteux d’abord.
analysis-stop = Arrêter
analysis-no-turning-points = La partie n’a jamais basculé.
judgement-inaccuracy = imprécision
judgement-mistake = erreur
judgement-blunder = gaffe
judgement-good = bon coup
judgement-excellent = excellent coup
judgement-interesting = coup intéressant
analysis-loss = a coûté { $share } des chances
analysis-better = Mieux :
analysis-load = Charger une partie ou une position
analysis-load-text = Une partie, une position ou des coups
analysis-load-hint = Collez-la ici, ou choisissez un fichier.
analysis-file = Choisir un fichier
analysis-take = Charger
analysis-wrong-game = c’est une partie de { $game }
analysis-copy-link = Copier le lien
analysis-link-copied = Le lien est copié : il contient la position et la ligne principale.
analysis-clear = Recommencer
analysis-remove = Supprimer à partir d’ici
analysis-promote = En faire la ligne principale
analysis-comment = Commentaire
analysis-position = Position
analysis-over = { $colour } a gagné.
analysis-over-draw = Partie nulle.
archive-whose = Quelles parties
archive-everybodys = Toutes
archive-mine = Les miennes
archive-game = Jeu
archive-result = Résultat
archive-result-first = Le premier joueur a gagné
archive-result-second = Le second joueur a gagné
archive-result-draw = Partie nulle
archive-all = Tous
archive-none = Aucune partie de ce genre pour l’instant.
archive-more = Plus
kept-here = Dans ce navigateur
kept-bring = La garder sur le serveur
kept-bring-means = Elle passe de ce navigateur à vos parties sur le serveur, et s’ouvre sur tout appareil où vous êtes connecté.
kept-forget = Supprimer
sure-forget = Supprimer cette partie pour de bon ?
archive-download = Télécharger les parties
archive-rated = classée
archive-broken = annulée
player-since = Membre depuis le { $day }
player-ratings = Classements
player-games = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
    }
player-results = Résultats
player-won = Gagnées
player-drawn = Nulles
player-lost = Perdues
player-recent = Dernières parties
player-none = Aucune partie publique pour l’instant.
player-unknown = Ce joueur n’existe pas.
account-log-out = Se déconnecter
account-make = Créer un compte
account-to-log-in = J’ai un compte
account-to-make = Je n’ai pas encore de compte
account-why =
    On peut jouer sans compte. Un compte vous donne un nom, un classement et vos parties sur tous vos appareils.
account-name = Nom
account-name-hint = Des lettres, des chiffres, - et _, en commençant par une lettre.
account-password = Mot de passe
account-password-hint = Au moins huit caractères.
account-page = Ma page
account-sessions = Vos connexions
account-device = { $browser } sur { $system }
account-used = dernière utilisation : { $time }
account-current = cet appareil
account-end = Déconnecter cet appareil
account-end-others = Déconnecter tous les autres appareils
account-mail = Adresse de courriel
account-mail-why = Si vous oubliez un jour votre mot de passe, un lien pour en choisir un autre y est envoyé, et rien d’autre.
account-mail-set = Donner une adresse
account-mail-change = Donner une autre adresse
account-mail-ask = M’envoyer un lien pour la confirmer
account-mail-sent = Un lien est en route vers { $mail }. Suivez-le pour confirmer que l’adresse est la vôtre.
account-mail-confirm = Confirmer l’adresse
account-mail-confirm-what = Un lien vous a été envoyé pour que vous disiez que l’adresse est la vôtre.
account-mail-confirmed = L’adresse est confirmée.
account-mail-forget = L’oublier
account-data = Vos données
account-data-what = Tout ce qui est gardé de vous : le compte, vos parties et leurs notations, vos notes, problèmes, classements, et ce que vous avez dit.
account-data-download = Tout télécharger
account-delete = Supprimer le compte
account-delete-what = Les parties en cours sont abandonnées. Votre nom, vos classements, notes et problèmes sont supprimés aussitôt et pour de bon. Les parties terminées restent, car elles sont aussi celles des autres, avec un invité sans nom à votre place. Personne d’autre ne peut prendre votre nom.
account-delete-now = Supprimer pour de bon
account-forgotten = J’ai oublié mon mot de passe
account-forgotten-how = Écrivez votre nom ci-dessus. Si votre compte a une adresse confirmée, un lien pour un nouveau mot de passe y est envoyé.
account-forgotten-ask = M’envoyer un lien
account-forgotten-sent = Si un tel compte existe avec une adresse confirmée, un lien est en route. Il sert pendant 24 heures.
account-forgotten-operator = Ce site n’envoie pas de courriels. Demandez un lien à la personne qui l’administre.
account-new-password = Nouveau mot de passe
account-new-password-what = Vous êtes déconnecté partout ailleurs, et les jetons d’accès sont révoqués.
account-new-password-set = L’enregistrer et se connecter
reports = Signalements
reports-none = Rien n’est signalé.
reports-table = Vers la table
reports-silence = Faire taire { $name } un jour
reports-settle = Réglé
reports-unreadable = Le serveur ne peut pas lire cette table.
reports-more = { $count ->
    [one] Un autre attend, et s’affiche dès qu’un de ceux-ci est réglé.
   *[other] { $count } autres attendent, et s’affichent dès que ceux-ci sont réglés.
    }
report = Signaler la discussion
report-reason = Qu’est-ce qui ne va pas ?
report-sent = Merci. Un administrateur regardera.
rules-page-title = Règles de { $game }
rules-ruling = Précision
rules-ruling-means =
    Ce qui est marqué ainsi vient de nous : la règle publiée laisse la question ouverte, et un programme doit
    trancher.
rules-try-it = Essayez
rules-again = Recommencer
rules-show = Montrer
rules-right = Oui.
rules-not-quite = Pas tout à fait.
rules-ready = C’est tout
rules-ready-text =
    Rien ne vaut une partie pour comprendre le reste. Aux premiers niveaux, l’ordinateur débute lui aussi.
rules-to-puzzles = Ou résoudre un problème
first-page-title = Une première partie de { $game }
first-begin = Commencer
first-lead =
    Une vraie partie contre un ordinateur qui vient, lui aussi, d’apprendre le jeu. Un guide est à vos côtés : il vous
    tient d’abord par la main, puis vous laisse jouer.
first-kinds = Les éléments du jeu
first-free-title = À vous
first-free-text =
    Vous en savez assez pour continuer. Le guide regarde encore : il vous avertit, et vous montre un coup quand vous
    voulez.
first-turn = À vous de jouer
deed-place = a joué en { $at }
deed-push = a poussé { $at }
deed-move = a déplacé { $steps }
deed-swap = a échangé { $from } et { $to } ({ $piece })
deed-take = a porté { $count ->
    [1] un pion
   *[other] { $count } pions
    } de { $from } sur { $to }
first-engine-did = L’ordinateur { $deeds }.
first-thinking = L’ordinateur réfléchit. Attendez un instant et voyez ce qu’il fait.
first-finding = Recherche d’un bon coup…
first-lit = Un bon coup est entouré sur le plateau : { $move }. Vous pouvez en jouer un autre.
first-stopped = Cela vous arrête : vous pouviez gagner ({ $way }).
first-steps = un tour de { $count } coups
first-ahead-win = Vous pouvez gagner dès ce tour !
first-ahead-threat =
    Attention : { $colour } menace de gagner au prochain tour ({ $way }). C’est maintenant qu’il faut l’en empêcher.
first-ahead-doomed =
    Quoi que vous jouiez, { $colour } peut gagner au prochain tour. Mais l’ordinateur débute : il ne le verra peut-être
    pas.
first-ahead-risk =
    Regardez bien : { $lost ->
        [one] un de vos { $all } coups possibles laisserait
       *[other] { $lost } de vos { $all } coups possibles laisseraient
    } { $colour } gagner aussitôt.
first-mood-winning = D’ici, vous pouvez forcer le gain !
first-mood-losing =
    Avec le meilleur jeu, l’ordinateur gagne d’ici. Mais c’est un débutant : compliquez-lui la tâche.
first-mood-better = Votre dernier tour était bon : votre position est meilleure qu’avant.
first-mood-worse = Le dernier tour de l’ordinateur était bon : votre position est moins bonne qu’avant.
first-show = Montrer un coup
first-play-it = Jouer ce coup
first-won = Vous avez gagné !
first-won-text =
    Ce qui a décidé la partie est mis en évidence. Vous connaissez maintenant le jeu ; l’ordinateur a encore neuf
    niveaux.
first-lost = L’ordinateur a été plus rapide cette fois.
first-lost-text =
    Ce qui a décidé la partie est mis en évidence. Vous avez tout vu du jeu ; la partie suivante est toujours
    meilleure.
first-drawn = Partie nulle.
first-drawn-text = Aucun des deux n’a laissé passer l’autre. La partie suivante est toujours meilleure.
first-again = Encore une fois avec le guide
first-next = Et maintenant ?

about-text =
    Halte connaît exactement quatre jeux de plateau et y fait jouer des gens et des programmes. Les jeux appartiennent
    à leurs auteurs, nommés partout où un jeu est proposé.

    Le programme qui joue est le nôtre. Il n’a rien appris d’autres programmes : il cherche, et ce qu’il sait de
    chaque jeu a été ajusté sur des parties jouées contre lui-même.

    Le programme est libre, sous licence MIT ou Apache, au choix. Il n’envoie rien à personne d’autre qu’au serveur
    d’où il vient.

    La page est faite avec Svelte, et sa vue en trois dimensions avec three.js, tous deux sous licence MIT.
check-cards = Vérifier les cartes
check-lot = Vérifier le tirage
check-title = { $what ->
    [cards] Les cartes, vérifiées
   *[lot] Le tirage, vérifié
    }
check-well = { $what ->
    [cards] { $count ->
        [one] La carte est celle qui a été décidée
       *[other] Les { $count } cartes sont celles qui ont été décidées
        }{ $takebacks ->
        [0] .
        [one] , après une reprise.
       *[other] , après { $takebacks } reprises.
        }
   *[lot] Le tirage est celui qui a été décidé.
    }
check-well-by = Personne ne { $what ->
    [cards] les a choisies
   *[lot] l’a choisi
    } : le serveur avait scellé son secret avant que les joueurs n’ajoutent leurs nombres.
check-well-trusted =
    Personne n’a choisi les cartes d’avant l’annulation d’une fin par un administrateur ; pour celles d’après, on se fie à
    lui.
check-alone = Personne n’a ajouté de nombre : seul a décidé ce que le serveur savait.
check-old = Cette partie date d’avant la participation des joueurs au tirage : le secret du serveur a décidé seul.
check-dealt-here = Ce navigateur a distribué lui-même, pour personne d’autre : il s’en est tenu à son propre sceau.
check-wrong = Ce n’est pas ce qui a été décidé.
check-open = { $takebacks ->
    [0] C’est ce qui a été décidé, mais seulement si rien n’a été repris.
    [one] C’est ce qui a été décidé, mais seulement si des cartes ont été reprises une fois.
   *[other] C’est ce qui a été décidé, mais seulement si des cartes ont été reprises { $takebacks } fois.
    }
check-game = La notation est celle de la partie jouée à cette table.
check-game-other = La notation est celle d’une autre partie que celle jouée à cette table.
check-seal = Le secret est celui qui a été scellé à l’ouverture de la table.
check-seal-again = Un administrateur a annulé une fin de cette partie : un autre secret a servi ensuite, et c’est bien celui qui a été scellé.
check-seal-wrong = Le secret n’est pas celui qui a été scellé.
check-seal-seen = Ce navigateur a vu ce même sceau avant d’ajouter son nombre.
check-seal-other = Ce navigateur a vu un autre sceau avant d’ajouter son nombre.
check-number = { $name } a ajouté un nombre.
check-number-yours = Votre nombre y figure, tel que ce navigateur l’a envoyé.
check-number-other = Votre nombre n’est pas celui que ce navigateur a envoyé.
check-number-none = { $name } n’a pas ajouté de nombre.
check-number-unused = Ce navigateur a ajouté un nombre, mais la notation dit que les joueurs n’ont pas eu part au tirage.
check-number-engine = Le nombre de { $name } découle de son niveau et de la table.
check-number-wrong = Le nombre de { $name } n’est pas celui qui découle de son niveau et de la table.
check-lot-kept = Par tirage au sort, les joueurs ont gardé les places qu’ils avaient prises.
check-lot-exchanged = Par tirage au sort, les joueurs ont échangé les places qu’ils avaient prises.
check-lot-wrong = Le tirage au sort a décidé autrement des places.
check-lot-none = Un tirage au sort devait décider des places, mais la notation n’en a pas.
check-takebacks-seen = Ce navigateur a vu des cartes reprises aussi souvent que le dit la notation.
check-takebacks-other =
    Ce navigateur n’a pas vu des cartes reprises aussi souvent que le dit la notation. Étiez-vous à la table ailleurs,
    et l’ont-elles été ? Sinon, les cartes ont été choisies.
check-drawn = Les cartes dans l’ordre
check-card = { $colour } : { $card }
check-card-anew = tirée de nouveau, après une reprise
check-card-trusted =
    du secret scellé après qu’un administrateur a annulé la fin : pour elle, on se fie à l’administrateur
check-card-wrong = { $decided } a été décidé
check-card-unknown = rien ne dit ce qui a été décidé
check-numbers = Ce qui a servi au calcul
check-seal-name = Sceau
check-secret-name = Secret
check-number-name = Nombre de { $name }
check-how = Ce navigateur l’a calculé à partir de la notation de la partie, sans le serveur. Le programme halte fait de même : halte check.
check-no-rules = Les règles n’ont pas pu être chargées dans ce navigateur ; sans elles, il ne peut rien vérifier.
