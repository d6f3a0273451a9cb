"""Formatters that connect, send, or look up names: nobody can tell what they would have written."""

from hostile.behaviour import GREEN, Hostile

ADDRESS = "('127.0.0.1', 9)"
WHY = r"(?i)(connect|network|not judged)"


def online(name: str, deed: str, *, before: str = "import socket", **more: object) -> Hostile:
    """Ended at the first try: what stands behind it is not reached."""
    return Hostile(name, deed + "\nreached()", before=before, inconclusive="*", says=WHY, unreached=True, **more)  # type: ignore[arg-type]


RETRY = """
for _ in range(5):
    try:
        {try_}
        break
    except Exception:
        reached()
        time.sleep(1)
"""

TABLE = (
    online("connect", f"socket.create_connection({ADDRESS})"),
    online("connect-by-name", "socket.create_connection(('example.com', 80))"),
    online("connect-ex", f"socket.socket().connect_ex({ADDRESS})"),
    online("connect-to-6", "socket.socket(socket.AF_INET6).connect(('::1', 9))"),
    online("connect-without-waiting", f"s = socket.socket(); s.setblocking(False); s.connect({ADDRESS})"),
    online("udp-send", f"socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', {ADDRESS})"),
    online(
        "udp-connect-and-send",
        f"s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect({ADDRESS}); s.send(b'x')",
    ),
    online("udp-sendmsg", f"socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'x'], [], 0, {ADDRESS})"),
    online("unix-socket", "socket.socket(socket.AF_UNIX).connect('/tmp/none.sock')"),
    online("unix-socket-abstract", "socket.socket(socket.AF_UNIX).connect('\\0none')"),
    online("unix-datagram", "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'x', '/dev/log')"),
    online("getaddrinfo", "socket.getaddrinfo('example.com', 80)"),
    online("gethostbyname", "socket.gethostbyname('example.com')"),
    online("gethostbyname-ex", "socket.gethostbyname_ex('example.com')"),
    online("gethostbyaddr", "socket.gethostbyaddr('192.0.2.1')"),
    online("getnameinfo", "socket.getnameinfo(('192.0.2.1', 80), 0)"),
    online("getfqdn", "socket.getfqdn('192.0.2.1')"),
    online(
        "http-client", "http.client.HTTPConnection('127.0.0.1', 9).request('GET', '/')", before="import http.client"
    ),
    online("urllib", "urllib.request.urlopen('http://127.0.0.1:9/')", before="import urllib.request"),
    online(
        "urllib-https", "urllib.request.urlopen('https://127.0.0.1:9/')", before="import urllib.request", timeout="5"
    ),
    online("asyncio-connection", f"await asyncio.open_connection(*{ADDRESS})", before="", is_async=True),
    online("asyncio-by-name", "await asyncio.open_connection('example.com', 80)", before="", is_async=True),
    online("asyncio-unix", "await asyncio.open_unix_connection('/tmp/none.sock')", before="", is_async=True),
    online("smtp", "smtplib.SMTP('127.0.0.1', 9)", before="import smtplib"),
    Hostile(
        "connects-in-a-process",
        "import subprocess; subprocess.run([sys.executable, '-c', CODE])",
        ("purity.started-process",),
        before=f'CODE = "import socket; socket.socket().connect_ex({ADDRESS})"',
        status=GREEN,
        timeout="10",
    ),
    online(
        "joined-thread",
        f"t = threading.Thread(target=socket.create_connection, args=[{ADDRESS}]); t.start(); t.join()",
        before="import socket\ndef reached(): pass",
    ),
    online("retries", RETRY.format(try_=f"socket.create_connection({ADDRESS})"), timeout="20"),
    online(
        "retries-urllib",
        RETRY.format(try_="urllib.request.urlopen('http://127.0.0.1:9/')"),
        timeout="20",
        before="import urllib.request",
    ),
    online("retries-with-a-fallback", f"try: socket.create_connection({ADDRESS})\nexcept Exception: reached()"),
    online(
        "raises-its-own",
        f"try: socket.create_connection({ADDRESS})\n"
        "except Exception as error: reached(); raise RuntimeError('no service') from error",
    ),
    online(
        "swallows-everything",
        f"with contextlib.suppress(BaseException): socket.create_connection({ADDRESS})",
        before="import socket\ndef reached(): pass",
    ),
)
