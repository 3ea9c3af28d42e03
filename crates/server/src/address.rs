//! Whose address a request comes from. A proxy's word counts only if the configuration trusts the proxy.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;
use ipnet::IpNet;

use crate::limits::Client;

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origination {
    pub address: IpAddr,
    /// Whether a trusted proxy handed the request on.
    pub through_proxy: bool,
    /// Whether somebody who is no trusted proxy said that they hand on the request of another.
    pub disputed: bool,
}

impl Origination {
    /// Finds out who is at the other end, from the connection and what proxies say.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Origination {
        let peer = peer.to_canonical();
        if !is_among(trusted, peer) {
            let disputed = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
            return Origination {
                address: peer,
                through_proxy: false,
                disputed,
            };
        }
        // Each proxy appends whom it heard from, so the last one that is no proxy of ours is the client: what stands
        // before it is what the client claims.
        let mut address = peer;
        let lines = headers.get_all("x-forwarded-for").iter();
        let entries: Vec<&str> = lines.flat_map(|line| line.to_str().unwrap_or("?").split(',')).collect();
        for entry in entries.into_iter().rev() {
            let Some(previous) = parse(entry.trim()) else { break };
            address = previous;
            if !is_among(trusted, address) {
                break;
            }
        }
        Origination {
            address,
            through_proxy: true,
            disputed: false,
        }
    }

    pub(crate) fn client(&self) -> Client {
        self.address.into()
    }
}

/// Whether an address is in one of the networks.
pub(crate) fn is_among(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// An address as proxies write it, with a port or without.
fn parse(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let address = bare
        .parse()
        .ok()
        .or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn check(peer: &str, forwarded: &[&'static str], expected: &str, disputed: bool) {
        let trusted = [
            "10.0.0.0/8".parse().expect("a network"),
            "::1/128".parse().expect("a network"),
        ];
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let found = Origination::of(peer.parse().expect("an address"), &headers, &trusted);
        assert_eq!(
            (found.address.to_string().as_str(), found.disputed),
            (expected, disputed),
            "{forwarded:?}"
        );
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        check("192.0.2.1", &[], "192.0.2.1", false);
        check("192.0.2.1", &["198.51.100.7"], "192.0.2.1", true);
        check("10.0.0.1", &["198.51.100.7"], "198.51.100.7", false);
        check("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7", false);
        // What the client itself wrote stands first and is not believed.
        check("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7", false);
        check(
            "10.0.0.1",
            &["203.0.113.9", "198.51.100.7, 10.1.2.3"],
            "198.51.100.7",
            false,
        );
        check("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7", false);
        check("::1", &["[2001:db8::7]:4711"], "2001:db8::7", false);
        check("::1", &["[2001:db8::7]"], "2001:db8::7", false);
        check("10.0.0.1", &["198.51.100.7, nonsense"], "10.0.0.1", false);
        check("10.0.0.1", &["198.51.100.7,"], "10.0.0.1", false);
        check("10.0.0.1", &[], "10.0.0.1", false);
        check("10.0.0.1", &["10.0.0.9, 10.0.0.8"], "10.0.0.9", false);
    }
}
