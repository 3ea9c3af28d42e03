//! API tokens, by which programs act for an account. One is shown once, when it is made.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::credentials::{CredentialView, LABEL_LENGTH, NewCredential};
use super::{Json, Path};
use crate::clock;
use crate::error::{ApiError, Conflict, ErrorBody, Invalid, NotFound};
use crate::secret;
use crate::state::Shared;
use crate::store::{CredentialKind, Proof};
use crate::visitor::{SignedIn, TOKEN_PREFIX};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list, make)).routes(routes!(revoke))
}

/// A token to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    /// What its owner knows it by.
    #[schema(min_length = 1, max_length = 100, example = "my engine")]
    label: String,
}

/// A token that was just made.
#[derive(Serialize, ToSchema)]
struct MadeToken {
    /// Its id, by which it can be revoked.
    id: String,
    /// What its owner knows it by.
    label: String,
    /// The token itself, for the header `Authorization: Bearer ...`. It is not shown again.
    #[schema(example = "halte_...")]
    token: String,
}

/// Which tokens do I have?
#[utoipa::path(
    get, path = "/api/tokens",
    security(("session" = [])),
    responses((status = OK, body = [CredentialView]))
)]
async fn list(State(app): State<Shared>, SignedIn(login): SignedIn) -> Result<Json<Vec<CredentialView>>, ApiError> {
    app.list_credentials(&login, CredentialKind::Token).await.map(Json)
}

/// Make a token.
#[utoipa::path(
    post, path = "/api/tokens",
    security(("session" = [])),
    responses(
        (status = CREATED, body = MadeToken),
        (status = CONFLICT, body = ErrorBody, description = "There are too many"),
    )
)]
async fn make(
    State(app): State<Shared>,
    SignedIn(login): SignedIn,
    Json(new): Json<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), ApiError> {
    let label = new.label.trim();
    if label.is_empty() || label.chars().count() > LABEL_LENGTH || label.chars().any(char::is_control) {
        let longest = LABEL_LENGTH;
        return Err(ApiError::invalid("label", Invalid::Label { longest }));
    }
    let name = &login.account.name;
    let most = app.config.limits.tokens_per_account as usize;
    let tokens = app
        .store
        .credentials_of(name, CredentialKind::Token, clock::now())
        .await?;
    if tokens.len() >= most {
        return Err(Conflict::TooManyTokens { most }.into());
    }
    let token = format!("{TOKEN_PREFIX}{}", secret::random_text::<32>()?);
    let credential = NewCredential {
        kind: CredentialKind::Token,
        secret: &token,
        account: name,
        label: label.to_owned(),
        lifetime: None,
    };
    let proof = Proof::Session(&login.credential.hash);
    let credential = app.add_credential(credential, proof).await?;
    let credential = credential.ok_or(ApiError::NotLoggedIn)?;
    let (id, label) = (credential.hash, credential.label);
    Ok((StatusCode::CREATED, Json(MadeToken { id, label, token })))
}

/// Revoke a token.
#[utoipa::path(delete, path = "/api/tokens/{id}", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn revoke(
    State(app): State<Shared>,
    SignedIn(login): SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    match app.revoke(&login.account.name, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(NotFound::Token.into()),
    }
}
