"""The ways in for a browser: the key of whoever started the server, an invitation, or a login elsewhere; and out again.

What is told here is told to anybody, so it says nothing about who there is. A page that comes from another site is
loaded once more from here: a cookie that no other site can make a browser send is not sent with its first request.
"""

from html import escape
from importlib import resources
from typing import Protocol
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from handrail.server.access import COOKIE
from handrail.server.people.gate import GatedRoom, address_of, is_from_here, too_often
from handrail.server.people.login import LoginRefused, SignIn
from handrail.server.people.registered import ENTERED_SECONDS, Registered

LOGIN_COOKIE = "handrail-login"
LOGIN_SECONDS = 600
LONGEST_FORM_BYTES = 2_000
_PAGES = "handrail.server.pages"
_INVITED = """\
<p>This invitation lets in one browser, once. From then on this browser is you: what it answers is answered in your
name.</p>
<form method="post" action="/invited">
  <input type="hidden" name="invitation" value="{}">
  <button>Enter with this browser</button>
</form>"""


class HasEntrance(GatedRoom, Protocol):
    """A room with a way in."""

    @property
    def secure(self) -> bool:
        """Whether browsers speak to it over TLS alone."""
        ...

    @property
    def sign_in(self) -> SignIn | None:
        """The identity provider, where there is one."""
        ...


def entrance_routes(room: HasEntrance) -> APIRouter:
    """The ways in."""
    entrance = APIRouter(include_in_schema=False)

    @entrance.get("/enter")
    async def enter(request: Request, key: str = "") -> Response:
        if wait := room.limits.entrances.wait_seconds(address_of(request)):
            return too_often(wait)
        cookie = await room.access.enter(key)
        return _entered(room, RedirectResponse("/", 303), cookie) if cookie is not None else locked(room)

    @entrance.get("/invited")
    async def invited(invitation: str = "") -> Response:
        """A button: what looks at a link to show a preview of it must not use it up."""
        return HTMLResponse(_entrance_page("You are invited", _INVITED.format(escape(invitation[:200]))))

    @entrance.post("/invited")
    async def accept(request: Request) -> Response:
        if wait := room.limits.entrances.wait_seconds(address_of(request)):
            return too_often(wait)
        form = await _form(request)
        if not is_from_here(request) or not isinstance(room.access, Registered):
            return locked(room)
        cookie = await room.access.enter_invited(form.get("invitation", ""))
        return _entered(room, RedirectResponse("/", 303), cookie) if cookie is not None else locked(room)

    @entrance.post("/leave")
    async def leave(request: Request) -> Response:
        response = RedirectResponse("/", 303)
        if is_from_here(request):
            await room.access.leave(request.cookies.get(COOKIE, ""))
            response.delete_cookie(COOKIE, path="/")
        return response

    _login_routes(room, entrance)
    return entrance


def _login_routes(room: HasEntrance, entrance: APIRouter) -> None:
    @entrance.get("/login")
    async def login(request: Request) -> Response:
        """To the identity provider."""
        if wait := room.limits.entrances.wait_seconds(address_of(request)):
            return too_often(wait)
        if room.sign_in is None or not isinstance(room.access, Registered):
            return locked(room)
        begun = await room.sign_in.begin()
        if isinstance(begun, LoginRefused):
            return locked(room, begun.why)
        response = RedirectResponse(begun.address, 303)
        response.set_cookie(
            LOGIN_COOKIE, begun.state, LOGIN_SECONDS, httponly=True, secure=room.secure, samesite="lax", path="/"
        )
        return response

    @entrance.get("/signed-in")
    async def signed_in(request: Request, code: str = "", state: str = "") -> Response:
        """Back from the identity provider."""
        if wait := room.limits.entrances.wait_seconds(address_of(request)):
            return too_often(wait)
        if room.sign_in is None or not isinstance(room.access, Registered):
            return locked(room)
        known = await room.sign_in.finish(code, state, request.cookies.get(LOGIN_COOKIE, ""))
        if isinstance(known, LoginRefused):
            return locked(room, known.why)
        cookie = await room.access.enter_known(known.subject, known.email)
        if cookie is None:
            return locked(room, "you are known there, and not registered here; ask who runs this server")
        response = _entered(room, HTMLResponse(_page("entered.html")), cookie)
        response.delete_cookie(LOGIN_COOKIE, path="/")
        return response


def locked(room: HasEntrance, why: str = "") -> HTMLResponse:
    """The page for whoever is not let in: how one is."""
    if not isinstance(room.access, Registered):
        how = "Open the address that <code>handrail serve</code> printed when it started: the key is in it."
    elif room.sign_in is not None:
        how = 'Open the invitation that you were given, or <a href="/login">sign in</a>.'
    else:
        how = "Open the invitation that you were given, or ask who runs this server for one."
    said = f'<p class="why">{escape(why)}</p>' if why else ""
    return HTMLResponse(_entrance_page("You are not in", f"{said}<p>{how}</p>"), 401)


def once_more(request: Request) -> HTMLResponse | None:
    """A page that loads itself again, for who came from another site."""
    if request.headers.get("sec-fetch-site") != "cross-site":
        return None
    return HTMLResponse(_page("entered.html"))


def _entered(room: HasEntrance, response: Response, cookie: str) -> Response:
    response.set_cookie(
        COOKIE, cookie, int(ENTERED_SECONDS), httponly=True, secure=room.secure, samesite="strict", path="/"
    )
    return response


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM_BYTES:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("latin-1")).items()}


def _entrance_page(title: str, body: str) -> str:
    return _page("entrance.html").replace("TITLE", title).replace("BODY", body)


def _page(name: str) -> str:
    return resources.files(_PAGES).joinpath(name).read_text("utf-8")
