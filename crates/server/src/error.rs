//! The one error of the API: what a client is told. What a client is not told is logged where it happens.

use std::error::Error;

use axum::Json;
use axum::response::{IntoResponse, Response};
use halte_answers::{Located, Unanswered};
use halte_game::{Explain, Explanation, faults};
use halte_table::Refusal;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits::RetryAfter;
use crate::password::PasswordError;
use crate::secret::NoRandomness;
use crate::store::StoreError;

faults! {
    /// Why a request is not done.
    pub enum ApiError {
        #[fault("not_logged_in", "log in first")]
        NotLoggedIn,
        /// The name or the password is wrong; which one is not said.
        #[fault("wrong_password", "the name or the password is wrong")]
        WrongPassword,
        #[fault("bad_token", "the API token is not valid")]
        BadToken,
        #[fault("method_not_allowed", "this address does not answer to that method")]
        MethodNotAllowed,
        #[fault("too_large", "the request is larger than {bytes} bytes")]
        TooLarge { bytes: usize },
        #[fault("not_json", "the body must be JSON, with the content type application/json")]
        NotJson,
        #[fault("timed_out", "the request took too long")]
        TimedOut,
        #[fault("closing", "the server closes: connect again in a moment")]
        Closing,
        #[fault("unavailable", "the server cannot reach its database at the moment: try again soon")]
        Unavailable,
        /// Another server of the same site, a newer one, can.
        #[fault("table_newer", "a newer version of the server wrote this table: try again soon")]
        TableNewer,
        #[fault("internal", "something went wrong in the server; it is in the log")]
        Internal,
        /// The request itself makes no sense.
        #[from]
        BadRequest(BadRequest),
        /// Nobody may do this, or not this one.
        #[from]
        Forbidden(Forbidden),
        /// There is no such thing.
        #[from]
        NotFound(NotFound),
        /// It cannot be done as things stand.
        #[from]
        Conflict(Conflict),
        /// More than one may ask for.
        #[from]
        TooMany(TooMany),
    }
}

/// What is wrong with a request, and where.
pub type BadRequest = Located<Invalid>;

faults! {
    /// What is wrong with a request.
    pub enum Invalid {
        #[fault("body_broken", "the body broke off")]
        BodyBroken,
        #[fault("message_not_text", "messages are text")]
        MessageNotText,
        #[fault("bad_path", "{problem}")]
        Path { problem: String },
        #[fault("bad_query", "{problem}")]
        Query { problem: String },
        /// The store has no room for some characters.
        #[fault("unkeepable", "a text has a character that cannot be kept")]
        Unkeepable,
        #[fault(
            "bad_name",
            "a name has {shortest} to {longest} letters, digits, hyphens and underscores, and begins with a letter"
        )]
        Name { shortest: usize, longest: usize },
        /// A name that would be mistaken.
        #[fault("name_reserved", "this name is the site's own")]
        NameReserved,
        /// A password that is soon guessed.
        #[fault("password_too_short", "a password has at least {shortest} characters")]
        PasswordTooShort { shortest: usize },
        /// A password that only costs time.
        #[fault("password_too_long", "a password has at most {longest} bytes")]
        PasswordTooLong { longest: usize },
        /// A password that everybody knows.
        #[fault("password_is_name", "the name is no password")]
        PasswordIsName,
        #[fault("bad_reason", "a reason has 1 to {longest} characters on one line")]
        Reason { longest: usize },
        #[fault("bad_hours", "a number of hours is from 1 to {most}")]
        Hours { most: u32 },
        #[fault("bad_mail", "this is no address for mail")]
        Mail,
        #[fault("bad_label", "a label has 1 to {longest} characters on one line")]
        Label { longest: usize },
        #[fault("note_too_long", "a note has at most {longest} characters")]
        NoteTooLong { longest: usize },
        #[fault("picture_too_long", "a picture that moves shows at most {most} moves")]
        PictureTooLong { most: usize },
        #[fault("records_of_unfinished", "records are of games that are over")]
        RecordsOfUnfinished,
        #[fault("opponent_of_nobody", "whose opponent is the `person`")]
        OpponentOfNobody,
        #[fault("person_is_you", "the person is you: who sat opposite is `opponent`")]
        PersonIsYou,
        /// The place to go on from was not told by the server.
        #[fault("bad_cursor", "this is not where a page ended")]
        Cursor,
        #[fault("page_of_tables", "a page has 1 to {most} tables")]
        PageOfTables { most: u32 },
        #[fault("page_of_events", "a page has 1 to {most} events")]
        PageOfEvents { most: u32 },
        /// A question that makes no sense.
        #[from]
        Question(halte_answers::Invalid),
    }
}

faults! {
    /// Why nobody may do this, or not this one.
    pub enum Forbidden {
        /// It may be another site that asks.
        #[fault("origin_missing", "a request with cookies must say which page sent it, by Origin")]
        OriginMissing,
        /// It may be a form of another site.
        #[fault("own_header_missing", "a request with cookies must be JSON or have the header X-Halte")]
        OwnHeaderMissing,
        /// It may be another site that asks.
        #[fault("socket_origin_missing", "a socket with cookies must say which page opened it, by Origin")]
        SocketOriginMissing,
        #[fault("other_site", "the request comes from another site")]
        OtherSite,
        /// What only the owner of an account does.
        #[fault("not_with_token", "an API token may not do this: log in with a browser")]
        NotWithToken,
        #[fault("token_not_logged_out", "an API token is revoked by its owner, not logged out")]
        TokenNotLoggedOut,
        #[fault("not_administrator", "this is for administrators")]
        NotAdministrator,
        /// An administrator has seen to it.
        #[fault("banned", "you are banned from this site")]
        Banned,
        /// An administrator has seen to it.
        #[fault("address_banned", "new visitors from your address are not welcome at the moment: log in")]
        AddressBanned,
        /// An administrator has seen to it.
        #[fault("silenced", "you may not chat at the moment")]
        Silenced,
        /// Its configuration has no `work_token`.
        #[fault("no_workers", "this server takes no workers: it has no work_token")]
        NoWorkers,
    }
}

faults! {
    /// What is not there.
    pub enum NotFound {
        #[fault("no_such_address", "there is no such address")]
        Address,
        /// An account, for those who run the server.
        #[fault("no_such_account", "there is no such account")]
        Account,
        /// An account, for everybody.
        #[fault("no_such_player", "there is no such player")]
        Player,
        #[fault("no_such_session", "there is no such session")]
        Session,
        #[fault("no_such_token", "there is no such token")]
        Token,
        /// It was used, has expired, or never was.
        #[fault("no_such_link", "this link is good for nothing any more: ask for another one")]
        Link,
        #[fault("no_such_measure", "nothing like that holds against them")]
        Measure,
        #[fault("no_such_table", "there is no such table")]
        Table,
        #[fault("no_such_analysis", "there is no such analysis")]
        Analysis,
        /// A job of a worker.
        #[fault("no_such_job", "this job is not yours, or nobody waits for it any more")]
        Job,
        /// What a question is about.
        #[from]
        Question(halte_answers::Missing),
    }
}

faults! {
    /// Why something cannot be done as things stand.
    pub enum Conflict {
        #[fault("name_taken", "this name is taken")]
        NameTaken,
        /// What becomes of the other player?
        #[fault("still_playing", "the account sits at a table whose game is not over")]
        StillPlaying,
        #[fault("is_administrator", "an administrator is dismissed before anything is done against them")]
        IsAdministrator,
        #[fault("reported_already", "you have reported this table already")]
        ReportedAlready,
        #[fault("no_mail", "this site sends no mail: ask whoever runs it")]
        NoMail,
        #[fault("account_needed", "rated games are for people with an account")]
        AccountNeeded,
        #[fault(
            "too_many_tables",
            "you have {tables} tables whose games are not over: at most {most} are allowed"
        )]
        TooManyTables { tables: u64, most: u64 },
        #[fault(
            "too_many_engine_games",
            "{games} games between engines that you opened are not over: at most {most} are allowed"
        )]
        TooManyEngineGames { games: usize, most: usize },
        #[fault("too_many_notes", "you have notes on {most} tables: empty one of them first")]
        TooManyNotes { most: u32 },
        #[fault("too_many_tokens", "an account has at most {most} tokens: revoke one first")]
        TooManyTokens { most: usize },
        #[fault("too_many_analyses", "stop another analysis of yours first")]
        TooManyAnalyses,
        #[fault("analyses_full", "the server has too many analyses: try again later")]
        AnalysesFull,
        #[fault("hint_on_its_way", "another hint is on its way")]
        HintOnItsWay,
        #[fault("over", "the game is over")]
        Over,
        /// A question has no answer.
        #[from]
        Question(halte_answers::Nothing),
        /// The table refuses it.
        #[from]
        Refused(Refusal),
    }
}

faults! {
    /// What one may ask for only so often.
    pub enum TooMany {
        #[fault("too_many_requests", "too many requests: try again in {seconds} seconds")]
        Requests { seconds: u64 },
        #[fault("too_many_connections", "too many connections: try again in {seconds} seconds")]
        Connections { seconds: u64 },
        #[fault("too_many_logins", "too many attempts to log in: try again in {seconds} seconds")]
        Logins { seconds: u64 },
        #[fault("too_many_new_accounts", "too many new accounts: try again in {seconds} seconds")]
        Accounts { seconds: u64 },
        #[fault("too_many_new_guests", "too many new guests: try again in {seconds} seconds")]
        Guests { seconds: u64 },
        #[fault("too_many_new_tables", "too many new tables: try again in {seconds} seconds")]
        Tables { seconds: u64 },
        #[fault("too_many_note_changes", "too many changes of notes: try again in {seconds} seconds")]
        NoteChanges { seconds: u64 },
        #[fault("too_many_reports", "too many reports: try again in {seconds} seconds")]
        Reports { seconds: u64 },
        #[fault("too_many_letters", "too many letters: try again in {seconds} seconds")]
        Letters { seconds: u64 },
        #[fault("too_many_downloads", "too many downloads: try again in {seconds} seconds")]
        Downloads { seconds: u64 },
        #[fault("too_many_commands", "too many commands: try again in {seconds} seconds")]
        Commands { seconds: u64 },
        #[fault("too_many_remarks", "too many remarks: try again in {seconds} seconds")]
        Remarks { seconds: u64 },
        #[fault("too_many_brought_games", "too many games brought along: try again in {seconds} seconds")]
        BroughtGames { seconds: u64 },
        #[fault("too_many_pictures", "too many pictures: try again in {seconds} seconds")]
        Pictures { seconds: u64 },
        #[fault("too_many_wrong_answers", "too many wrong answers: try again in {seconds} seconds")]
        WrongAnswers { seconds: u64 },
    }
}

impl TooMany {
    const fn seconds(&self) -> u64 {
        match *self {
            TooMany::Requests { seconds }
            | TooMany::Connections { seconds }
            | TooMany::Logins { seconds }
            | TooMany::Accounts { seconds }
            | TooMany::Guests { seconds }
            | TooMany::Tables { seconds }
            | TooMany::NoteChanges { seconds }
            | TooMany::Reports { seconds }
            | TooMany::Letters { seconds }
            | TooMany::Downloads { seconds }
            | TooMany::Commands { seconds }
            | TooMany::Remarks { seconds }
            | TooMany::BroughtGames { seconds }
            | TooMany::Pictures { seconds }
            | TooMany::WrongAnswers { seconds } => seconds,
        }
    }
}

/// What a client gets instead of an answer.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Explanation,
}

/// How long a client waits, in seconds, before it comes back to a server that could not serve.
const UNAVAILABLE_RETRY: u64 = 5;

impl ApiError {
    /// A request that makes no sense, with the place.
    pub fn invalid(at: &str, invalid: impl Into<Invalid>) -> ApiError {
        Located::new(at, invalid.into()).into()
    }

    /// A request that makes no sense as a whole.
    pub fn senseless(invalid: Invalid) -> ApiError {
        let fault = Box::new(invalid);
        BadRequest { fault, at: None }.into()
    }

    /// Too many of something.
    pub fn too_many(what: impl FnOnce(u64) -> TooMany, RetryAfter(time): RetryAfter) -> ApiError {
        // Whole seconds, at least one.
        let seconds = time.as_millis().div_ceil(1000).clamp(1, u128::from(u64::MAX));
        ApiError::TooMany(what(seconds as u64))
    }

    /// Anything that is the server's fault: it is logged, and not told.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> ApiError {
        ApiError::Internal.because(&*cause.into())
    }

    /// Writes down the cause of what is the server's fault.
    fn because(self, cause: &(dyn Error + 'static)) -> ApiError {
        tracing::error!(code = self.code(), %cause, "a request failed");
        self
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::BadRequest(_) => StatusCode::BAD_REQUEST,
            ApiError::NotLoggedIn | ApiError::WrongPassword | ApiError::BadToken => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::TimedOut => StatusCode::REQUEST_TIMEOUT,
            ApiError::Closing | ApiError::Unavailable | ApiError::TableNewer => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<Unanswered> for ApiError {
    fn from(unanswered: Unanswered) -> ApiError {
        match unanswered {
            Unanswered::Senseless(invalid) => invalid.map(Invalid::from).into(),
            Unanswered::Missing(missing) => NotFound::from(missing).into(),
            Unanswered::Nothing(nothing) => Conflict::from(nothing).into(),
            Unanswered::Refused(refusal) => refusal.into(),
            other => ApiError::internal(other),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        Conflict::Refused(refusal).into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NameTaken { .. } => Conflict::NameTaken.into(),
            // Whoever asks had an account a moment ago.
            StoreError::NoSuchAccount { .. } => ApiError::NotLoggedIn,
            StoreError::StillPlaying(_) => Conflict::StillPlaying.into(),
            StoreError::Invalid(_) => ApiError::senseless(Invalid::Unkeepable),
            error if error.is_outage() => ApiError::Unavailable.because(&error),
            error => ApiError::Internal.because(&error),
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> ApiError {
        ApiError::internal(error)
    }
}

impl From<NoRandomness> for ApiError {
    fn from(error: NoRandomness) -> ApiError {
        ApiError::internal(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let retry_after = match &self {
            ApiError::TooMany(what) => Some(what.seconds()),
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(UNAVAILABLE_RETRY),
            _ => None,
        };
        let error = self.explanation();
        let mut response = (status, Json(ErrorBody { error })).into_response();
        if let Some(seconds) = retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
