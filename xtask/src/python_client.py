"""Plays a game of every kind on a server, with the client that openapi-python-client made from its description.

A new account makes an API token as a person would with a browser, and then plays both sides of each game: always the first
move that the server says is legal, until the game is over or long enough.
"""

import sys

from halte_client import AuthenticatedClient, Client
from halte_client.api.accounts import accounts_make
from halte_client.api.games import games_board, games_games
from halte_client.api.tables import tables_command, tables_events, tables_look, tables_open
from halte_client.api.tokens import tokens_make
from halte_client.models import (
    ActionPlay,
    ActionPlayType,
    ActionResign,
    ActionResignType,
    InvitationOpener,
    InvitationOpenerKind,
    NewAccount,
    NewCommand,
    NewTable,
    NewToken,
    Stage,
    Terms,
)

LONG_ENOUGH = 200


def log_in(site):
    """A client that shows an API token, made with the session of a new account."""
    browser = Client(base_url=site, headers={"origin": site}, raise_on_unexpected_status=True)
    with browser as browser:
        accounts_make.sync(client=browser, body=NewAccount(name="Python", password="correct horse"))
        made = tokens_make.sync(client=browser, body=NewToken(label="a generated client"))
    return AuthenticatedClient(base_url=site, token=made.token, raise_on_unexpected_status=True)


def play(client, game):
    """Plays a game, and says how many moves it took and how it ended."""
    me = InvitationOpener(kind=InvitationOpenerKind.OPENER)
    opened = tables_open.sync(client=client, body=NewTable(terms=Terms(game=game, seats=[me, me])))
    table = opened.table

    def act(action):
        command = NewCommand(id=f"command {played}", action=action)
        tables_command.sync(table, client=client, body=command).version

    while True:
        snapshot = tables_look.sync(table, client=client)
        played = len(snapshot.moves)
        if snapshot.stage == Stage.OVER:
            break
        if played == LONG_ENOUGH:
            act(ActionResign(type_=ActionResignType.RESIGN))
        else:
            chosen = snapshot.view.legal[0]
            act(ActionPlay(type_=ActionPlayType.PLAY, move=chosen.move, ply=played))
    events = tables_events.sync(table, client=client).events
    assert [event.version for event in events] == list(range(snapshot.version)), "every event is told once"
    return played, f"{snapshot.ending.result} by {snapshot.ending.reason}"


def main():
    site = sys.argv[1]
    # The moves of one visitor are limited by the second: this one does not wait.
    client = log_in(site)
    with client as client:
        for game in games_games.sync(client=client):
            assert games_board.sync(game.about.name, client=client).sites, "a board has sites"
            name = " ".join([game.about.name] + [variant.name for variant in game.variants[:1]])
            played, ending = play(client, name)
            print(f"python client: {name}, {played} moves, {ending}")


main()
