//! TLS by rustls, with a certificate that can be replaced while the server is open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::config::Config;

/// What is wrong with the certificate or its key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {file}: {1}", file = .0.display())]
    Unreadable(PathBuf, String),
    /// The two do not go together, or are of a kind that is not known.
    #[error("{} and {} cannot be used: {reason}", certificate.display(), key.display())]
    Unusable {
        certificate: PathBuf,
        key: PathBuf,
        reason: String,
    },
}

pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the certificate, if one is configured.
    pub(crate) fn of(config: &Config) -> Result<Option<Tls>, TlsError> {
        let (Some(certificate), Some(key)) = (&config.tls_certificate, &config.tls_key) else {
            return Ok(None);
        };
        let current = RwLock::new(read(certificate, key)?);
        Ok(Some(Tls {
            certificate: certificate.clone(),
            key: key.clone(),
            current,
        }))
    }

    /// Reads the certificate anew; connections that are open keep the one they have. If it cannot be used, nothing
    /// changes.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        let fresh = read(&self.certificate, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// What the next connection is accepted with.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let unreadable = |file: &Path, reason: String| TlsError::Unreadable(file.to_owned(), reason);
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|error| unreadable(certificate, error.to_string()))?;
    if chain.is_empty() {
        return Err(unreadable(certificate, "there is no certificate in it".to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error.to_string()))?;
    let unusable = |error: tokio_rustls::rustls::Error| TlsError::Unusable {
        certificate: certificate.to_owned(),
        key: key.to_owned(),
        reason: error.to_string(),
    };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(unusable)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
