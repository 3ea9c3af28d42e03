//! Live tables: one WebSocket for each visitor and table. Commands come in and are answered; what happens goes out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use halte_game::{Explain, Explanation, Player};
use halte_table::{Action, Event, Fact, Moment, Person, Refusal, Snapshot, Span, TableId};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};
use utoipa::ToSchema;

use crate::error::Invalid;
use crate::hall::{Happened, Presence, Standing, Update, Visit, now};
use crate::limits::Admission;
use crate::state::Shared;
use crate::visitor::Validity;

/// How often a visitor's connection is tried, and its delay measured.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long a visitor may be silent before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(35);

/// What the house tells a visitor.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outgoing {
    /// Everything, as it is now.
    Snapshot {
        /// The table.
        snapshot: Box<Snapshot>,
        /// Who is here.
        presence: Presence,
        /// What time it is in the house.
        now: Moment,
    },
    /// Something has happened.
    Events {
        /// What, in order.
        events: Vec<Event>,
        /// How things stand now.
        standing: Box<Standing>,
        /// What time it is in the house.
        now: Moment,
    },
    /// Somebody came or went.
    Presence {
        /// Who is here.
        presence: Presence,
    },
    /// A command was done.
    Done {
        /// The command's id.
        id: String,
        /// The version of the table that has it.
        version: u64,
    },
    /// A command was refused, or a message made no sense.
    Refused {
        /// The command's id, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Why.
        error: Explanation,
    },
    /// The answer to a ping.
    Pong,
    /// Connect again, with the last version seen.
    Reconnect,
}

/// What a visitor asks of the house.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Incoming {
    /// Do something at the table.
    Command {
        /// The visitor's own name for it: sent twice, it acts once.
        id: String,
        /// What to do.
        action: Action,
    },
    /// Is anybody there? A page cannot send the protocol's own ping.
    Ping,
}

/// Somebody at a table, as long as their connection holds.
pub(crate) struct Attendant {
    pub(crate) app: Shared,
    pub(crate) table: TableId,
    pub(crate) person: Option<Person>,
    /// The version that the visitor has seen before.
    pub(crate) seen: Option<u64>,
    /// Given back when the connection is over.
    pub(crate) _admission: Option<Admission>,
}

/// The connection is over.
struct Over;

impl From<axum::Error> for Over {
    fn from(_: axum::Error) -> Over {
        Over
    }
}

impl Attendant {
    /// Serves the visitor until one side ends it.
    pub(crate) async fn serve(self, visit: Visit, mut validity: Validity, mut socket: WebSocket) {
        let mut closing = self.app.closing.clone();
        let mut service = Service {
            attendant: &self,
            visit,
            delay: None,
            heard: Instant::now(),
        };
        if service.begin(&mut socket).await.is_err() {
            return;
        }
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(message)) => service.hear(message, &mut socket).await,
                    Some(Err(_)) | None => Err(Over),
                },
                update = service.visit.next() => service.tell(update, &mut socket).await,
                _ = heartbeat.tick() => service.beat(&mut socket).await,
                () = validity.ends() => service.send_away(&mut socket).await,
                () = closes(&mut closing) => service.send_away(&mut socket).await,
            };
            if done.is_err() {
                return;
            }
        }
    }
}

/// Waits until the house closes.
pub(crate) async fn closes(closing: &mut watch::Receiver<bool>) {
    // Whoever could close it may be gone: then it is closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

struct Service<'s> {
    attendant: &'s Attendant,
    visit: Visit,
    /// How long a message takes there and back, by the quickest of late.
    delay: Option<Duration>,
    /// When the visitor was last heard.
    heard: Instant,
}

impl Service<'_> {
    /// Tells the visitor what they have missed, or everything.
    async fn begin(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        if let Some(seen) = self.attendant.seen
            && let Some((events, standing, presence)) = self.visit.since(seen).await
        {
            let seats = seats_in(&standing, self.attendant.person.as_ref());
            let events = seen_by(&events, &seats);
            let standing = Box::new(standing);
            let told = Outgoing::Events {
                events,
                standing,
                now: now(),
            };
            send(socket, &told).await?;
            return send(socket, &Outgoing::Presence { presence }).await;
        }
        self.snapshot(socket).await
    }

    async fn snapshot(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        let Some((snapshot, presence, now)) = self.visit.snapshot().await else {
            return self.send_away(socket).await;
        };
        let snapshot = Box::new(snapshot);
        send(
            socket,
            &Outgoing::Snapshot {
                snapshot,
                presence,
                now,
            },
        )
        .await
    }

    /// Tells what has happened.
    async fn tell(&mut self, update: Result<Arc<Update>, RecvError>, socket: &mut WebSocket) -> Result<(), Over> {
        match update.as_deref() {
            Ok(Update::Happened(happened)) => {
                let seats = seats_in(&happened.standing, self.attendant.person.as_ref());
                let is_public = !happened.events.iter().any(is_private);
                // What everybody sees alike is written once.
                let text = match is_public {
                    true => happened.text.get_or_init(|| text_of(happened, &[])).clone(),
                    false => text_of(happened, &seats),
                };
                Ok(socket.send(Message::Text(text)).await?)
            }
            Ok(Update::Presence(presence)) => send(socket, &Outgoing::Presence { presence: *presence }).await,
            Ok(Update::Closed) | Err(RecvError::Closed) => self.send_away(socket).await,
            // The visitor read too slowly, and gets everything anew instead of what they missed.
            Err(RecvError::Lagged(_)) => self.snapshot(socket).await,
        }
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), Over> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => self.obey(&text, socket).await,
            Message::Binary(_) => refuse(socket, None, &Invalid::MessageNotText).await,
            Message::Pong(sent) => {
                if let Ok(sent) = <[u8; 8]>::try_from(&*sent) {
                    let took = Duration::from_millis((now() - Moment(u64::from_be_bytes(sent))).0);
                    // The quickest of late: a slow one may have been the visitor's own doing.
                    self.delay = Some(self.delay.map_or(took, |known| took.min(known + known / 8)));
                }
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(Over),
        }
    }

    async fn obey(&mut self, text: &str, socket: &mut WebSocket) -> Result<(), Over> {
        let (id, action) = match serde_json::from_str(text) {
            Ok(Incoming::Command { id, action }) => (id, action),
            Ok(Incoming::Ping) => return send(socket, &Outgoing::Pong).await,
            Err(error) => {
                let problem = error.to_string();
                return refuse(socket, None, &Invalid::Body { problem }).await;
            }
        };
        let Some(person) = &self.attendant.person else {
            return refuse(socket, Some(id), &Refusal::NotSeated).await;
        };
        let lag = self.delay.map_or(Span::ZERO, |delay| Span(delay.as_millis() as u64));
        let app = &self.attendant.app;
        match app
            .obey(&self.attendant.table, person.clone(), id.clone(), action, lag)
            .await
        {
            Ok(version) => send(socket, &Outgoing::Done { id, version }).await,
            Err(error) => refuse(socket, Some(id), &error).await,
        }
    }

    /// Tries the connection.
    async fn beat(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return Err(Over);
        }
        let sent = now().0.to_be_bytes().to_vec();
        Ok(socket.send(Message::Ping(sent.into())).await?)
    }

    /// Tells the visitor to come back, and ends.
    async fn send_away(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        send(socket, &Outgoing::Reconnect).await?;
        let _ = socket.send(Message::Close(None)).await;
        Err(Over)
    }
}

/// The seats of a person.
fn seats_in(standing: &Standing, person: Option<&Person>) -> Vec<Player> {
    let Some(person) = person else { return Vec::new() };
    let sits = |player: &Player| {
        let occupant = standing.seats[player.index()].as_ref();
        occupant.is_some_and(|occupant| occupant.is(person.id()))
    };
    Player::ALL.into_iter().filter(sits).collect()
}

/// Events as those who have these seats see them. What caused them is answered to the one who asked, and to nobody else.
fn seen_by(events: &[Event], seats: &[Player]) -> Vec<Event> {
    events.iter().filter_map(|event| event.seen_by(None, seats)).collect()
}

/// What those who have these seats are told.
fn text_of(happened: &Happened, seats: &[Player]) -> Utf8Bytes {
    text(&Outgoing::Events {
        events: seen_by(&happened.events, seats),
        standing: Box::new(happened.standing.clone()),
        now: now(),
    })
}

fn text(message: &Outgoing) -> Utf8Bytes {
    // Messages are plain data.
    serde_json::to_string(message).unwrap_or_default().into()
}

async fn send(socket: &mut WebSocket, message: &Outgoing) -> Result<(), Over> {
    Ok(socket.send(Message::Text(text(message))).await?)
}

async fn refuse(socket: &mut WebSocket, id: Option<String>, error: &impl Explain) -> Result<(), Over> {
    let error = error.explanation();
    send(socket, &Outgoing::Refused { id, error }).await
}

/// Whether an event is the business of one player only.
fn is_private(event: &Event) -> bool {
    matches!(event.fact, Fact::Planned { .. })
}
