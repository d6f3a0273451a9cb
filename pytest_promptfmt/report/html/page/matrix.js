// Opens whatever an address leads into, and all of it for paper.

function open() {
  let at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!at) return;
  const place = at;
  for (; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  place.scrollIntoView();
}

addEventListener("hashchange", open);
open();
