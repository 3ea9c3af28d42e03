tagline = Quatre jeux de plateau, au calme. Prenez place.
skip = Aller au contenu
home = Accueil
games = Jeux
settings = Réglages
about = À propos
language = Langue
language-en = English
language-fr = Français
theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
theme-to-light = Passer au thème clair
theme-to-dark = Passer au thème sombre
board = Plateau
board-calm = Calme
board-wood = Bois
board-contrast = Contraste élevé
sounds = Sons
aim = Viser du doigt sur les petites cases
aim-means = Sur un écran tactile : gardez le doigt posé, glissez jusqu’à la case voulue, puis levez-le ; ou touchez-la deux fois.
close = Fermer
loading = Chargement…
not-found = Il n’y a rien à cette adresse.
no-table = Cette table n’existe pas.
brought = Elle a été jouée ailleurs, puis apportée ici.
table-damaged = Ce que ce navigateur gardait de la partie est abîmé : elle ne peut plus être affichée.
to-home = Voir les jeux
by = de { $authors }
author-site = Le site de { $authors }
learn = Apprendre en jouant
play-engine = Jouer contre l’ordinateur
play-friend = Jouer avec un ami
play-here = À deux sur cet écran
new-table-engine = { $title } : jouer contre l’ordinateur
new-table-friend = { $title } : jouer avec un ami
new-table-here = { $title } : à deux sur cet écran
play = Jouer
new-game = Nouvelle partie de { $title }
level = Niveau
level-word = { $level ->
    [1] Tout débutant
    [2] Débutant
    [3] Facile
    [4] Occasionnel
    [5] Régulier
    [6] Exercé
    [7] Fort
    [8] Très fort
    [9] Expert
   *[10] Au maximum
    }
level-name = { $level } : { level-word }
variant = Variante
for-newcomers = pour débuter
colour = Votre couleur
begins = { $colour } (commence)
by-lot = Tirage au sort
clock = Pendule
clock-none = Sans pendule
clock-minutes = { $minutes } min + { $seconds } s par tour
clock-days = { $days ->
    [one] { $days } jour par tour
   *[other] { $days } jours par tour
    }
listed = Table visible par tous
people-now = { $count ->
    [0] Personne à table en ce moment
    [one] { $count } joueur en ce moment
   *[other] { $count } joueurs en ce moment
    }
open-tables = Tables ouvertes
no-open-tables = Personne n’attend en ce moment. Ouvrez une table, elle apparaîtra ici.
your-games = Vos parties
your-turn = À vous
their-turn = À l’adversaire
waiting = En attente d’un adversaire
join = Prendre place
move-count = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
    }
engine-name = Ordinateur, niveau { $level }
guest-name = Invité { $mark }
colour-red = Rouge
colour-blue = Bleu
colour-orange = Orange
colour-green = Vert
colour-white = Blanc
colour-neutral = Neutre
colour-black = Noir
site-empty = vide
site-bars = touche { $bars }
site-forbidden = interdit : cela annulerait le dernier coup
site-stack = pile de { $count }, de haut en bas : { $pieces }
site-push = pousser d’ici
push-right = pousser la rangée { $line } vers la droite
push-left = pousser la rangée { $line } vers la gauche
push-up = pousser la colonne { $line } vers le haut
push-down = pousser la colonne { $line } vers le bas
step-words = de { $from } à { $to }
take-words = { $count ->
    [one] { $count } pion
   *[other] { $count } pions
    } de { $from } à { $to }
site-selected = choix en cours
site-target = jouable
site-last = dernier coup
site-winning = fait partie du gain
site-take = { $count ->
    [one] { $count } pion pris
   *[other] { $count } pions pris
    }
board-of = Plateau de { $title }. Flèches : se déplacer ; Entrée : choisir ; Échap : annuler.
goal = Le but
nothing-here = Rien ne peut être joué en { $name } maintenant.
cannot = { $move } ne peut pas être joué : { $reason }.
stuck = Rien ne peut partir de { $name } maintenant.
chosen = Choix : { $name }
let-go = choix annulé
tap-again = { $name } : touchez encore une fois pour y jouer
take-how-many = Combien de pions ?
take-count = prendre { $count }
named = { $name } : { $value }
type-move = Taper un coup
type-move-hint = Taper un coup, par exemple { $example }
scroll = Faire défiler la bande
scroll-back = Revenir au début de la bande
groups = Montrer les groupes
solid = Comme un vrai ruban
in-hand = En main
point = Un point pour { $colour } : { $points } sur { $goal }
tower-of = une tour de { $height }
steps-left = { $count ->
    [one] { $count } coup restant
   *[other] { $count } coups restants
    }
turn-number = tour { $number }
steps-taken-away = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
    } en moins : autant de pions d’attaque touchaient le pion central
card-to-draw = Une carte est tirée…
card = carte { $value }
turn-yours = À vous, { $colour }
turn-of = { $colour } joue
turn-thinking = L’ordinateur réfléchit…
turn-waiting = En attente d’un second joueur
turn-paused = En pause
turn-steps = { $colour } : { $count ->
    [one] { $count } coup restant
   *[other] { $count } coups restants
    }
you-mark = vous
undo-step = Annuler le coup
takeback = Reprendre un coup
resign = Abandonner
abort = Annuler la partie
hint = Indice
hint-is = Indice : { $move }
hint-place = { $at }
hint-push = pousser { $at }
hint-move = déplacer { $steps }
hint-swap = échanger { $from } et { $to } ({ $piece })
hint-take = prendre { $count } de { $from } vers { $to }
offer-draw = Proposer la nulle
pause = Pause
resume = Continuer
rematch = Revanche (vous : { $colour })
to-rematch = Vers la revanche
accept = Accepter
decline = Refuser
keep-playing = Continuer la partie
draw-declined = Votre adversaire refuse la partie nulle.
more = Plus
actions = Ce que vous pouvez faire
close-table = Fermer la table
withdraw = Retirer
claim-win = Réclamer le gain
claim-in = Dans { $seconds } s, vous pourrez réclamer le gain.
left = { $name } a quitté la table.
offer-draw-theirs = Votre adversaire propose la partie nulle.
offer-draw-yours = Vous avez proposé la partie nulle.
offer-takeback-theirs = Votre adversaire voudrait reprendre un coup.
offer-takeback-yours = Vous avez demandé à reprendre un coup.
offer-pause-theirs = Votre adversaire voudrait une pause.
offer-pause-yours = Vous avez demandé une pause.
offer-rematch-theirs = Votre adversaire voudrait une revanche.
offer-rematch-yours = Vous avez demandé une revanche.
flip = Tourner le plateau
share = Partager le lien
copied = Le lien est copié.
invited = { $name } vous invite à une partie de { $title }
invited-as = vous jouez { $colour }
play-against = Jouer contre { $name }
invite = Envoyez ce lien à un ami. Toute personne qui l’ouvre peut prendre place.
record = La partie en texte
record-means = Tous les coups, à recharger ici ou dans un autre programme
download-title = Télécharger
download-svg = Image (SVG)
download-png = Image (PNG)
download-gif = Animation (GIF)
sure-resign = Vraiment abandonner ?
sure-abort = Vraiment annuler la partie ?
sure-draw = Proposer la partie nulle à votre adversaire ?
moves = Coups
no-moves = Aucun coup.
to-start = Au début
back = Un coup en arrière
forward = Un coup en avant
to-now = Position actuelle
looking-back = Vous regardez le coup { $ply } sur { $total }.
try-out = Essayer des coups
trying-out = Vous essayez des coups.
trying-out-means = Ce que vous jouez ici n’est montré à personne et ne compte pas.
to-game = Revenir à la partie
to-game-key = Échap
chat = Discussion
chat-unread = Discussion : { $count ->
    [one] { $count } nouveau message
   *[other] { $count } nouveaux messages
    }
chat-empty = Aucun message pour l’instant.
say = Écrire un message
send = Envoyer
chat-off = La discussion est désactivée.
turn-chat-off = Désactiver la discussion
turn-chat-on = Activer la discussion
spectators = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
    }
here = présent
away = absent
free-seat = Place libre
sit-as = Prendre place : { $colour }
connection-connecting = Connexion…
connection-lost = Connexion perdue. La partie est conservée, reconnexion…
move-pending = Votre coup est en route…
move-withdraw = Le retirer
won-you = Vous avez gagné
lost-you = Vous avez perdu
won-colour = { $colour } a gagné
won-draw = Partie nulle
won-broken = La partie a été annulée
won-nobody = Personne n’a gagné ; la partie ne compte pas.
ended-decision = Un administrateur a mis fin à la partie : { $reason }
won-score = { $won }, { $own } à { $other }
reason-rules = selon les règles
reason-repetition = la même position pour la troisième fois
reason-agreement = d’un commun accord
reason-resignation = par abandon
reason-time = au temps
reason-abandoned = un joueur a quitté la partie
reason-adjudication = par décision d’un administrateur
ended-resignation = { $as ->
    [lost] vous avez abandonné
   *[other] { $loser } a abandonné
    }
ended-time = { $as ->
    [lost] votre temps est écoulé
   *[other] { $loser } a dépassé son temps
    }
ended-abandoned = { $as ->
    [lost] vous avez quitté la partie
   *[other] { $loser } a quitté la partie
    }
play-again = Rejouer
analyse = Analyser
unreachable = Le serveur est injoignable.
unreachable-goes-on = Les parties contre l’ordinateur ou à deux sur cet écran, les problèmes et l’analyse restent disponibles.
not-loaded = Une partie de cette page n’a pas pu être chargée.
try-again = Réessayer
newer = Une version plus récente de Halte est disponible. Vos parties sont conservées.
newer-take = Mettre à jour
site-alone = Cette page n’a pas de serveur : on joue contre l’ordinateur ou à deux sur cet écran, et les parties sont gardées dans ce navigateur. Jouer avec un ami par un lien, les comptes et les parties de tous en demandent un.
site-no-server = Il n’y a pas de serveur ici : cette page n’est faite que de fichiers. Ce qui en demande un, comme les comptes et les parties avec d’autres, n’y est pas.

game-page-all = À propos de ce jeu
game-page-play = Jouer
game-page-rules = Règles
game-page-puzzles = Problèmes
game-page-analysis = Analyse
analysis-draw-card = Quelle carte est retournée ?
archive-title = Archives
account-title = Compte
account-log-in = Se connecter
interface = Pour les programmeurs (en anglais)
keys = Touches
keys-enter = Entrée
keys-arrows = Parcourir le plateau, ou les coups
keys-choose = Choisir la case, comme un clic
keys-escape = Annuler le choix ; revenir à la partie
keys-walk = Un coup en arrière, un coup en avant
