//! The house against the network: limits, slow and rude clients, proxies, headers, closing in good order, TLS.

use std::sync::Arc;
use std::time::Duration;

use crate::house::{House, PASSWORD, PATIENCE, read_to_end};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

#[tokio::test]
async fn every_answer_has_the_headers() {
    let house = House::open_with(&[("requests-per-address", "12/1h"), ("body-size", "100")]).await;
    let mut browser = house.browser();
    let long = "x".repeat(200);
    for (method, path, body, status) in [
        (Method::GET, "/healthz", "", 200),
        (Method::HEAD, "/healthz", "", 200),
        (Method::GET, "/readyz", "", 200),
        (Method::GET, "/metrics", "", 200),
        (Method::GET, "/api", "", 200),
        (Method::GET, "/api/openapi.json", "", 200),
        (Method::GET, "/api/nowhere", "", 404),
        (Method::POST, "/healthz", "", 405),
        (Method::POST, "/api/session", "{", 400),
        (Method::POST, "/api/session", &long, 413),
        (Method::GET, "/api/sessions", "", 401),
        (Method::from_bytes(b"INVENTED").expect("a method"), "/", "", 405),
        (Method::GET, "/healthz", "", 429),
    ] {
        let answer = browser.request(method.clone(), path, Some(body.to_owned())).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        let policy = answer.header("content-security-policy");
        for (what, from) in [("default", "none"), ("script", "self")] {
            let part = format!("{what}-src '{from}'");
            assert!(policy.contains(&part), "{method} {path}: {policy}");
        }
        for part in ["frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{method} {path}: {policy}");
        }
        // WebAssembly is compiled; no text ever becomes a script.
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
        let is_kept = path == "/api" || path == "/api/openapi.json";
        let keeps = if is_kept { "public, max-age=3600" } else { "no-store" };
        assert_eq!(answer.header("cache-control"), keeps);
        assert_eq!(answer.header("x-request-id").len(), 12);
        assert_eq!(answer.header("strict-transport-security"), "", "not without TLS");
        let may_read = method == Method::GET && path.starts_with("/api");
        let allowed = if may_read { "*" } else { "" };
        assert_eq!(answer.header("access-control-allow-origin"), allowed);
        assert_eq!(answer.header("access-control-allow-credentials"), "");
        assert_eq!(answer.header("ratelimit-policy"), "\"requests\";q=12;w=3600");
        if status >= 400 && !answer.text.is_empty() {
            assert!(answer.json()["error"]["message"].is_string(), "{}", answer.text);
        }
    }
    let house = House::open_with(&[("origin", "https://play.example.org")]).await;
    let answer = house.browser().get("/healthz").await;
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
}

#[tokio::test]
async fn requests_are_limited_whatever_a_client_claims() {
    let house = House::open_with(&[("requests-per-address", "3/1h")]).await;
    for (claimed, status) in [
        ("192.0.2.1", 200),
        ("192.0.2.2", 200),
        ("192.0.2.3", 200),
        ("192.0.2.4", 429),
    ] {
        let answer = house.browser().with("x-forwarded-for", claimed).get("/healthz").await;
        assert_eq!(answer.status, status, "{claimed}");
    }
    let answer = house.browser().get("/healthz").await;
    assert_eq!(answer.code(), "too_many_requests");
    let wait: u64 = answer.header("retry-after").parse().expect("seconds");
    assert!((1..=1200).contains(&wait), "{wait}");

    let house = House::open_with(&[("requests-per-address", "2/1h"), ("trusted-proxy", "127.0.0.0/8")]).await;
    for (claimed, status) in [
        ("192.0.2.1", 200),
        ("192.0.2.1", 200),
        ("192.0.2.1", 429),
        // What the client wrote itself stands before what the proxy wrote.
        ("198.51.100.1, 192.0.2.1", 429),
        ("192.0.2.2", 200),
    ] {
        let answer = house.browser().with("x-forwarded-for", claimed).get("/healthz").await;
        assert_eq!(answer.status, status, "{claimed}");
    }
}

#[tokio::test]
async fn a_client_is_told_what_is_left_of_its_limit() {
    let house = House::open_with(&[("requests-per-address", "2/1h")]).await;
    let mut browser = house.browser();
    for (status, left) in [
        (200, "\"requests\";r=1;t=1800"),
        (200, "\"requests\";r=0;t=3600"),
        (429, "\"requests\";r=0;t=1800"),
    ] {
        let answer = browser.get("/healthz").await;
        assert_eq!((answer.status, answer.header("ratelimit")), (status, left));
        let wait = if status == 429 { "1800" } else { "" };
        assert_eq!(answer.header("retry-after"), wait);
    }
}

#[tokio::test]
async fn what_a_client_has_is_not_sent_again() {
    let house = House::open().await;
    let mut browser = house.browser();
    let terms = json!({"terms": {"game": "mobius", "seats": [{"kind": "opener"}, {"kind": "opener"}]}});
    let opened = browser.post("/api/tables", &terms).await.json();
    let table = format!("/api/tables/{}", opened["table"].as_str().expect("a name"));
    let (record, events) = (format!("{table}/record"), format!("{table}/events"));
    let board = "/api/games/fibonacci/board?variant=cards";
    let constant = ["/api/games", board, "/api/openapi.json", "/api/style.css"];
    for path in constant.into_iter().chain([&*table, &record, &events]) {
        let first = browser.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(first.status == 200 && tag.starts_with("W/\""), "{path}: {tag}");
        let again = browser.clone().with("if-none-match", &tag).get(path).await;
        assert_eq!((again.status, &*again.text), (304, ""), "{path}");
        assert_eq!(again.header("etag"), tag, "{path}");
        let other = browser.clone().with("if-none-match", "\"other\"").get(path).await;
        assert_eq!((other.status, other.text), (200, first.text), "{path}");
    }
    let tag = browser.get(&table).await.header("etag").to_owned();
    let play = json!({"id": "1", "action": {"type": "play", "move": "e0", "ply": 0}});
    assert_eq!(browser.post(&format!("{table}/commands"), &play).await.status, 200);
    assert_eq!(browser.with("if-none-match", &tag).get(&table).await.status, 200);
}

/// A page of another site may read what everybody may, and do nothing in a visitor's name.
#[tokio::test]
async fn other_sites_may_read_and_nothing_else() {
    let house = House::open().await;
    let mut anna = house.member("Anna").await;
    let elsewhere = "https://elsewhere.example";
    let mut page = house.browser().with("origin", elsewhere);
    let games = page.get("/api/games").await;
    assert_eq!((games.status, games.header("access-control-allow-origin")), (200, "*"));
    // With cookies a browser would need another header to show the answer, and that is never sent.
    let mut with_cookies = anna.clone().with("origin", elsewhere);
    let session = with_cookies.get("/api/session").await;
    assert_eq!(session.header("access-control-allow-origin"), "*");
    assert_eq!(session.header("access-control-allow-credentials"), "");
    // Before anything that is not a plain GET a browser asks, and is not encouraged.
    for method in ["POST", "PUT", "DELETE", "GET"] {
        let mut asking = page.clone().with("access-control-request-method", method);
        let answer = asking.request(Method::OPTIONS, "/api/tables", None).await;
        assert_eq!(answer.status, 405);
        assert_eq!(answer.header("access-control-allow-methods"), "");
        assert_eq!(answer.header("access-control-allow-headers"), "");
    }
    // Even a browser that does not ask gets nothing done.
    let terms = json!({"terms": {"game": "mobius", "seats": [{"kind": "opener"}, {"kind": "anyone"}]}});
    for browser in [&mut page, &mut with_cookies] {
        let answer = browser.post("/api/tables", &terms).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, ""));
        assert_eq!(browser.delete("/api/session").await.status, 403);
    }
    assert_eq!(anna.get("/api/sessions").await.status, 200, "she is still logged in");
}

#[tokio::test]
async fn metrics_are_for_those_who_may() {
    let house = House::open().await;
    house.member("Anna").await;
    let metrics = house.browser().get("/metrics").await;
    assert_eq!(metrics.status, 200);
    let line = "halte_requests_total{method=\"POST\",route=\"/api/accounts\",status=\"201\"} 1";
    assert!(metrics.text.contains(line), "{}", metrics.text);
    for gauge in "connections tables visitors engines_waiting engines_thinking".split(' ') {
        let line = format!("\nhalte_{gauge} ");
        assert!(metrics.text.contains(&line), "{gauge}: {}", metrics.text);
    }
    assert!(metrics.text.contains("\nhalte_appends_total 0\n"), "{}", metrics.text);
    assert!(metrics.text.contains("halte_request_duration_seconds_bucket"));
    assert!(metrics.text.ends_with("# EOF\n"));
    let status_for = async |house: &House, address: &str| {
        let mut browser = house.browser().with("x-forwarded-for", address);
        browser.get("/metrics").await.status
    };
    // A proxy that nobody named hands on the whole world.
    assert_eq!(status_for(&house, "192.0.2.1").await, 404);
    let house = House::open_with(&[("trusted-proxy", "127.0.0.1")]).await;
    assert_eq!(status_for(&house, "192.0.2.1").await, 404);
    assert_eq!(status_for(&house, "127.0.0.9").await, 200);
}

#[tokio::test]
async fn a_failing_store_is_told_without_its_causes() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    house.app.store.close().await;
    let answer = browser.get("/readyz").await;
    answer.check(503, "unavailable");
    assert_eq!(answer.header("retry-after"), "5");
    assert_eq!(browser.get("/healthz").await.status, 200, "the process is alive");
    let log_in = json!({"name": "Anna", "password": PASSWORD});
    let new = json!({"name": "Ben", "password": PASSWORD});
    for answer in [
        browser.get("/api/session").await,
        browser.get("/api/sessions").await,
        house.browser().post("/api/session", &log_in).await,
        house.browser().post("/api/accounts", &new).await,
    ] {
        answer.check(503, "unavailable");
        for cause in ["closed", "sqlite", "store", "SQL", "/tmp"] {
            assert!(!answer.text.contains(cause), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn bodies_are_bounded_even_if_their_length_is_not_told() {
    let house = House::open_with(&[("body-size", "1KiB")]).await;
    let mut browser = house.browser();
    let body = format!("{:1024}", r#"{"name": "a", "password": "b"}"#);
    let answer = browser.request(Method::POST, "/api/session", Some(body.clone())).await;
    assert_eq!(answer.code(), "wrong_password", "exactly as long as allowed");
    let longer = Some(format!("{body} "));
    let answer = browser.request(Method::POST, "/api/session", longer).await;
    answer.check(413, "too_large");

    let mut stream = house.connect().await;
    let head = "POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    // The server stops reading long before a gigabyte.
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..16_384 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
        let mut answer = [0; 12];
        if let Ok(Ok(12)) = timeout(Duration::ZERO, stream.peek(&mut answer)).await {
            assert_eq!(&answer, b"HTTP/1.1 413");
            return;
        }
    }
    let answer = read_to_end(&mut stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn large_heads_are_refused() {
    let house = House::open_with(&[("header-size", "8KiB")]).await;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: a\r\nx: {}\r\n\r\n", "x".repeat(20_000));
    let answer = house.send(request.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431 "), "{answer}");
    let many = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{}\r\n", "x: y\r\n".repeat(1000));
    let answer = house.send(many.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431 "), "{answer}");
    assert_eq!(house.browser().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn slow_clients_are_let_go() {
    let house = House::open_with(&[("header-timeout", "2s"), ("request-timeout", "2s")]).await;
    // Nothing at all, half a head, and nothing after a request: the connection is closed.
    assert_eq!(house.send(b"").await, "");
    assert_eq!(house.send(b"GET /healthz HTTP/1.1\r\nhost: a\r\nx:").await, "");
    let answer = house.send(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.ends_with("alive\n"), "{answer}");
    // Half a body: the request is answered.
    let head =
        b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    let answer = house.send(head).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"timed_out\""), "{answer}");
    assert!(answer.contains("content-security-policy: "), "{answer}");
    all_gone(&house).await;
}

/// Waits until the house has no connection left.
async fn all_gone(house: &House) {
    let gone = async {
        while house.app.connections.count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("all connections are gone");
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_let_go() {
    let house = House::open_with(&[("write-timeout", "200ms"), ("requests-per-address", "1000000/1s")]).await;
    let stream = house.connect().await;
    let (_reader, mut writer) = stream.into_split();
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(100);
    // Writing fails as soon as the server has closed: until then it buffers no more than the kernel does.
    let write = async { while writer.write_all(&request).await.is_ok() {} };
    timeout(PATIENCE, write)
        .await
        .expect("the server closes the connection");
    all_gone(&house).await;
}

#[tokio::test]
async fn connections_are_limited_for_each_address() {
    let house = House::open_with(&[("connections-per-address", "2")]).await;
    let mut kept = Vec::new();
    for _ in 0..2 {
        let mut stream = house.connect().await;
        let request = b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
        kept.push(stream);
    }
    let mut third = house.connect().await;
    assert_eq!(read_to_end(&mut third).await, "", "closed without a word");
    assert_eq!(house.app.connections.count(), 2);
    kept.clear();
    all_gone(&house).await;
    assert_eq!(house.browser().get("/healthz").await.status, 200);

    // A trusted proxy's connections are many clients'.
    let house = House::open_with(&[("connections-per-address", "1"), ("trusted-proxy", "127.0.0.1")]).await;
    let _first = house.connect().await;
    let _second = house.connect().await;
    assert_eq!(house.browser().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn garbage_harms_nobody() {
    let house = House::open_with(&[("header-timeout", "2s")]).await;
    for garbage in [
        &b"\x16\x03\x01\x00\xa5\x01\x00\x00"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"GET /%00/%ff/../../etc/passwd HTTP/1.1\r\nhost: a\r\n\r\n",
        b"GET /api/sessions/%ff HTTP/1.1\r\nhost: a\r\n\r\n",
        b"DELETE /api/sessions/%ff HTTP/1.1\r\nhost: a\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST /api/session HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /api/session HTTP/1.1\r\ncookie: \xff\xfe=\xff; halte-session=\xff\r\nauthorization: \xff\r\n\r\n",
    ] {
        let answer = house.send(garbage).await;
        let shown = String::from_utf8_lossy(garbage);
        assert!(!answer.contains("HTTP/1.1 5"), "{shown}: {answer}");
        assert!(!answer.contains("root:"), "{shown}: {answer}");
    }
    assert_eq!(house.browser().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn the_house_closes_in_good_order() {
    let mut house = House::open().await;
    house.member("Anna").await;
    let body = json!({"name": "Anna", "password": PASSWORD}).to_string();
    let mut under_way = house.connect().await;
    let head = format!(
        "POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         expect: 100-continue\r\n\r\n",
        body.len()
    );
    under_way.write_all(head.as_bytes()).await.expect("sent");
    // Now the handler waits for the body.
    let mut begun = [0; 25];
    under_way.read_exact(&mut begun).await.expect("to go on");
    assert_eq!(&begun, b"HTTP/1.1 100 Continue\r\n\r\n");

    let mut closing = house.app.closing.clone();
    house.tell_to_close();
    let told = timeout(PATIENCE, closing.wait_for(|closing| *closing)).await;
    drop(told.expect("in time").expect("told"));
    let late = TcpStream::connect(house.address).await;
    assert!(late.is_err(), "nobody is let in any more");
    under_way.write_all(body.as_bytes()).await.expect("sent");
    let answer = read_to_end(&mut under_way).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    let store = Arc::clone(&house.app.store);
    house.closed().await;
    assert!(store.check_health().await.is_err(), "the store is closed too");
}

#[tokio::test]
async fn a_client_that_will_not_end_is_broken_off() {
    let mut house = House::open_with(&[("shutdown-grace", "200ms")]).await;
    let mut stuck = house.connect().await;
    let head = b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n";
    stuck.write_all(head).await.expect("sent");
    house.tell_to_close();
    house.closed().await;
}

#[tokio::test]
async fn the_interface_is_described() {
    let house = House::open().await;
    let mut browser = house.member("Anna").await;
    let document = browser.get("/api/openapi.json").await;
    assert_eq!(document.header("content-type"), "application/json");
    let document = document.json();
    assert!(document["openapi"].as_str().expect("a version").starts_with("3.1"));
    let page = browser.get("/api").await;
    assert!(page.header("content-type").starts_with("text/html") && !page.text.contains("<script"));
    assert_eq!(browser.get("/api/style.css").await.header("content-type"), "text/css");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let is_shown = page.text.contains(&path.replace('&', "&amp;"));
        assert!(is_shown, "{path} is not on the page");
        for (method, operation) in methods.as_object().expect("methods") {
            // Without what it needs, every operation answers as it says.
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let path = path.replace("{id}", "none");
            let body = Some("{}".to_owned());
            let answer = house.browser().request(method.clone(), &path, body).await;
            let described = &operation["responses"][answer.status.to_string()];
            assert!(described.is_object(), "{method} {path} answers {}", answer.status);
        }
    }
}

/// A certificate for `localhost` and its key, in files of this folder; gives the certificate.
fn certificate(folder: &std::path::Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    std::fs::write(folder.join("certificate.pem"), made.cert.pem()).expect("a file");
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).expect("a file");
    made.cert.der().clone()
}

/// Asks by TLS; gives nothing if the certificate is not this one.
async fn ask_by_tls(house: &House, certificate: &CertificateDer<'static>) -> Option<String> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("a root");
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = builder
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let connection = TlsConnector::from(Arc::new(config))
        .connect(name, house.connect().await)
        .await;
    let mut stream = connection.ok()?;
    let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    Some(String::from_utf8(answer).expect("text"))
}

#[tokio::test]
async fn tls_with_a_certificate_that_can_be_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = certificate(folder.path());
    let (chain, key) = (folder.path().join("certificate.pem"), folder.path().join("key.pem"));
    let flags = [
        ("tls-certificate", chain.to_str().expect("a path")),
        ("tls-key", key.to_str().expect("a path")),
        ("header-timeout", "2s"),
    ];
    let house = House::open_with(&flags).await;
    let answer = ask_by_tls(&house, &first).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("strict-transport-security: "), "{answer}");
    let plain = house.send(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(!plain.contains("HTTP/1.1 200"), "{plain}");

    let second = certificate(folder.path());
    assert!(ask_by_tls(&house, &second).await.is_none(), "not yet");
    let process = std::process::id().to_string();
    let sent = std::process::Command::new("kill").args(["-HUP", &process]).status();
    assert!(sent.expect("kill").success());
    let replaced = async { while ask_by_tls(&house, &second).await.is_none() {} };
    timeout(PATIENCE, replaced).await.expect("the new certificate");
    assert!(ask_by_tls(&house, &first).await.is_none(), "the old one is gone");
}

#[tokio::test]
async fn long_answers_are_compressed_for_those_who_understand() {
    let house = House::open().await;
    let check = async |understood: &str, path: &str, expected: &str| {
        let mut browser = house.browser().with("accept-encoding", understood);
        let answer = browser.get(path).await;
        assert_eq!(answer.header("content-encoding"), expected, "{understood} {path}");
    };
    check("gzip, br", "/api/games/mobius/board", "gzip").await;
    check("gzip;q=0", "/api/games/mobius/board", "").await;
    check("identity", "/api/games/mobius/board", "").await;
    // Short, and not JSON.
    check("gzip", "/api/session", "").await;
    check("gzip", "/metrics", "").await;
}
