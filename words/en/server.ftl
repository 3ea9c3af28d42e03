# What the server says itself: what other sites show of an address that somebody shares.

# Letters: to somebody who forgot the password, and to confirm an address.
letter-password-subject = A new password at { $site }
letter-password =
    Hello { $name },

    somebody, probably you, asked for a new password at { $site }. Choose it here, within 24 hours:

    { $link }

    The link is good once. All browsers and programs are logged out by it. If it was not you who asked, do nothing: your password stays as it is.
letter-mail-subject = Your address at { $site }
letter-mail =
    Hello { $name },

    somebody, probably you, gave this address for the account { $name } at { $site }. Confirm here, within 24 hours, that it is yours:

    { $link }

    A link for a new password is sent to it if you ever ask for one, and nothing else. If it was not you, do nothing.

share-game = { $title } by { $authors }
share-analysis = Analysis of { $title }
share-puzzle = A puzzle of { $title }
share-table = { $title }: { $first } – { $second }
share-table-about = A game of { $title } by { $authors }.
