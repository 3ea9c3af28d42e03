//! Live tables: one WebSocket for each visitor and table. Commands come in and are answered; what happens goes out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::SinkExt;
use halte_game::Explain;
use halte_table::{Incoming, Outgoing, Person, Refusal, Span, TableId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::address::Origination;
use crate::config::Rate;
use crate::error::{ApiError, Invalid};
use crate::hall::{Update, Visit};
use crate::limits::{Admission, Allowance};
use crate::security::is_unkeepable;
use crate::shutdown::closes;
use crate::state::Shared;
use crate::visitor::Validity;

/// How often a visitor's connection is tried, and its delay measured.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// What somebody who comes back is thought to have lost by it: a server may have ended in the middle of a move. The table
/// gives no more of it than of any other lag.
const INTERRUPTION: Duration = Duration::from_secs(1);

/// How long a visitor may be silent before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(35);

/// How many messages of a visitor may make no sense, or come when they may not: a page sends none.
const RUBBISH: Rate = Rate {
    count: 30,
    period: Duration::from_secs(60),
};

/// How often a visitor may try the connection, or answer that it holds: a page does so every few seconds.
const PINGS: Rate = Rate {
    count: 240,
    period: Duration::from_secs(60),
};

/// Somebody at a table, as long as their connection holds.
pub(crate) struct Attendant {
    pub(crate) app: Shared,
    pub(crate) table: TableId,
    pub(crate) person: Option<Person>,
    pub(crate) origination: Origination,
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
            interruption: self.seen.map(|_| INTERRUPTION),
            asked: None,
            heard: Instant::now(),
            rubbish: Allowance::new(RUBBISH),
            pings: Allowance::new(PINGS),
        };
        if service.begin(&mut socket).await.is_err() || socket.flush().await.is_err() {
            return;
        }
        // Those who came at once, as all do after a restart, are not all tried at once for ever.
        let part = f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX);
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT.mul_f64(part), HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(message)) => service.hear(message, &mut socket).await,
                    Some(Err(_)) | None => Err(Over),
                },
                update = service.visit.next() => service.pass_on(update, &mut socket).await,
                _ = heartbeat.tick() => service.beat(&mut socket).await,
                () = validity.ends() => service.send_away(&mut socket).await,
                () = closes(&mut closing) => service.send_away(&mut socket).await,
            };
            // What happened meanwhile, perhaps by the visitor's own command, goes out with the answer.
            if done.is_err() || service.pass_on_ready(&mut socket).await.is_err() || socket.flush().await.is_err() {
                return;
            }
        }
    }
}

struct Service<'s> {
    attendant: &'s Attendant,
    visit: Visit,
    /// How long a message takes there and back, by the quickest of late.
    delay: Option<Duration>,
    /// How long the connection before this one may have been lost, until something is done on this one.
    interruption: Option<Duration>,
    /// What the last ping said, as long as it is not answered, and when it was sent. Nobody can guess it: an answer that
    /// was not asked for, or is given twice, says nothing about the network.
    asked: Option<([u8; 8], Instant)>,
    /// When the visitor was last heard.
    heard: Instant,
    rubbish: Allowance,
    pings: Allowance,
}

impl Service<'_> {
    /// Tries the connection for the first time, and tells the visitor what they have missed, or everything.
    async fn begin(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        self.beat(socket).await?;
        if let Some(seen) = self.attendant.seen
            && let Some(messages) = self.visit.since(seen).await
        {
            for message in messages {
                socket.feed(Message::Text(message)).await?;
            }
            return Ok(());
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

    /// Passes on what the table tells everybody.
    async fn pass_on(&mut self, update: Result<Arc<Update>, RecvError>, socket: &mut WebSocket) -> Result<(), Over> {
        match update.as_deref() {
            Ok(Update::Happened(happened)) => Ok(socket.feed(Message::Text(self.visit.text(happened))).await?),
            Ok(Update::Presence(text)) => Ok(socket.feed(Message::Text(text.clone())).await?),
            Ok(Update::Closed) | Err(RecvError::Closed) => self.send_away(socket).await,
            // The visitor read too slowly, and gets everything anew instead of what they missed.
            Err(RecvError::Lagged(_)) => self.snapshot(socket).await,
        }
    }

    /// Passes on all that has happened already.
    async fn pass_on_ready(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        while let Some(update) = self.visit.ready() {
            self.pass_on(Ok(update), socket).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), Over> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => self.command(&text, socket).await,
            Message::Binary(_) => self.refuse_rubbish(socket, None, &Invalid::MessageNotText).await,
            Message::Pong(sent) => {
                self.count_ping(socket).await?;
                if let Some((_, asked)) = self.asked.take_if(|(words, _)| *words == *sent) {
                    let took = asked.elapsed();
                    // The quickest of late: a slow one may have been the visitor's own doing.
                    self.delay = Some(self.delay.map_or(took, |known| took.min(known + known / 8)));
                }
                Ok(())
            }
            Message::Ping(_) => self.count_ping(socket).await,
            Message::Close(_) => Err(Over),
        }
    }

    /// Has a command done that the visitor sent, and answers it.
    async fn command(&mut self, text: &str, socket: &mut WebSocket) -> Result<(), Over> {
        let (id, action) = match serde_json::from_str(text) {
            Ok(Incoming::Command { id, action }) => (id, action),
            Ok(Incoming::Ping) => {
                self.count_ping(socket).await?;
                return send(socket, &Outgoing::Pong).await;
            }
            Err(error) => {
                let problem = error.to_string();
                let error = halte_answers::Invalid::Body { problem };
                return self.refuse_rubbish(socket, None, &error).await;
            }
        };
        if is_unkeepable(text.as_bytes()) {
            return self.refuse_rubbish(socket, Some(id), &Invalid::Unkeepable).await;
        }
        let Some(person) = &self.attendant.person else {
            return self.refuse_rubbish(socket, Some(id), &Refusal::NotSeated).await;
        };
        let delay = self.delay.max(self.interruption.take());
        let lag = delay.map_or(Span::ZERO, |delay| Span(delay.as_millis() as u64));
        let Attendant {
            app,
            table,
            origination,
            ..
        } = self.attendant;
        match app
            .obey(table, origination, person.clone(), id.clone(), action, lag)
            .await
        {
            Ok(version) => send(socket, &Outgoing::Done { id, version }).await,
            Err(error @ ApiError::TooMany(_)) => self.refuse_rubbish(socket, Some(id), &error).await,
            Err(error) => refuse(socket, Some(id), &error).await,
        }
    }

    /// Refuses what no page would send; whoever goes on with that is sent away for good.
    async fn refuse_rubbish(
        &mut self,
        socket: &mut WebSocket,
        id: Option<String>,
        error: &impl Explain,
    ) -> Result<(), Over> {
        match self.rubbish.take(Instant::now().into_std()) {
            Ok(()) => refuse(socket, id, error).await,
            Err(_) => self.throw_out(socket).await,
        }
    }

    async fn count_ping(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        match self.pings.take(Instant::now().into_std()) {
            Ok(()) => Ok(()),
            Err(_) => self.throw_out(socket).await,
        }
    }

    /// Ends the connection of somebody who only costs time.
    async fn throw_out(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        self.attendant.app.metrics.refused("rubbish");
        let frame = CloseFrame {
            code: close_code::POLICY,
            reason: "too much that makes no sense".into(),
        };
        let _ = socket.send(Message::Close(Some(frame))).await;
        Err(Over)
    }

    /// Tries the connection.
    async fn beat(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return Err(Over);
        }
        // What has no answer yet is asked again: how long the first one takes is what counts. Without chance the
        // connection is tried all the same, and its delay is not known.
        if self.asked.is_none() {
            let words = getrandom::u64().map(u64::to_be_bytes).ok();
            self.asked = words.map(|words| (words, Instant::now()));
        }
        let words = self.asked.map(|(words, _)| words.to_vec()).unwrap_or_default();
        Ok(socket.feed(Message::Ping(words.into())).await?)
    }

    /// Tells the visitor to come back, and ends.
    async fn send_away(&mut self, socket: &mut WebSocket) -> Result<(), Over> {
        send(socket, &Outgoing::Reconnect).await?;
        let _ = socket.send(Message::Close(None)).await;
        Err(Over)
    }
}

async fn send(socket: &mut WebSocket, message: &Outgoing<'_>) -> Result<(), Over> {
    Ok(socket.feed(Message::Text(message.text().into())).await?)
}

async fn refuse(socket: &mut WebSocket, id: Option<String>, error: &impl Explain) -> Result<(), Over> {
    let error = error.explanation();
    send(socket, &Outgoing::Refused { id, error }).await
}
