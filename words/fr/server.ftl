# What the server says itself: what other sites show of an address that somebody shares.

letter-password-subject = Un nouveau mot de passe sur { $site }
letter-password =
    Bonjour { $name },

    quelqu’un, sans doute vous, a demandé un nouveau mot de passe sur { $site }. Choisissez-le ici, dans les 24 heures :

    { $link }

    Le lien sert une fois. Il déconnecte tous les navigateurs et programmes. Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.
letter-mail-subject = Votre adresse sur { $site }
letter-mail =
    Bonjour { $name },

    quelqu’un, sans doute vous, a donné cette adresse pour le compte { $name } sur { $site }. Confirmez ici, dans les 24 heures, que c’est la vôtre :

    { $link }

    Un lien pour un nouveau mot de passe y est envoyé si vous en demandez un, et rien d’autre. Si ce n’était pas vous, ne faites rien.

share-game = { $title } de { $authors }
share-analysis = Analyse de { $title }
share-puzzle = Un problème de { $title }
share-table = { $title } : { $first } – { $second }
share-table-about = Une partie de { $title }, jeu de { $authors }.
