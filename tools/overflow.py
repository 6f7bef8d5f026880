"""What is wrong with the layout of a page: text that is cut off, and text or controls that lie on each other.

The screenshots and the tests of the client both measure with `faults_of`.
"""

import re
from typing import Final

from playwright.sync_api import Page

KEY: Final = re.compile(r"\b(?:web|core|server|bots|cardinal|kings_abbey|pelegrinus)\.[a-z_]+\b|\{\w+[:}]")
"""What is meant for machines: keys of the catalogue, places to fill."""
COMMON: Final = """
  const found = [];
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0 &&
    !one.closest('.hidden, [aria-hidden=true] *');
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const isUnseen = (one) => {
    const {clipPath, position} = getComputedStyle(one);
    return position === 'absolute' && clipPath !== 'none';  // for screen readers only
  };
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  const clips = (value) => value === 'hidden' || value === 'clip';
  const about = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}: ` +
    (one.textContent.trim() || one.getAttribute('aria-label') || '').slice(0, 60);
"""
CUT: Final = f"""() => {{{COMMON}
  for (const one of document.querySelectorAll('body *')) {{
    if (one.closest('svg, select, option') || !hasText(one) || !seen(one) || isUnseen(one)) continue;
    const style = getComputedStyle(one);
    const what = about(one);
    const [wide, tall] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    const isInline = style.display === 'inline';
    if (!isInline && wide > 1 && !scrolls(style.overflowX)) found.push(`too wide by ${{wide}}: ${{what}}`);
    if (!isInline && tall > 1 && clips(style.overflowY)) found.push(`too tall by ${{tall}}: ${{what}}`);
    const box = one.getBoundingClientRect();
    let inScroller = false;
    for (let outer = one.parentElement; outer; outer = outer.parentElement) {{
      const {{overflowX}} = getComputedStyle(outer);
      inScroller ||= scrolls(overflowX);
      if (inScroller) break;
      if (!clips(overflowX)) continue;
      const around = outer.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) found.push(`cut off: ${{what}}`);
    }}
    if (!inScroller && (box.left < -1 || box.right > innerWidth + 1)) found.push(`off the screen: ${{what}}`);
  }}
  return found;
}}"""  # every element that holds text itself and does not show all of it
OVERLAP: Final = f"""() => {{{COMMON}
  const SLACK = 2;
  const isClear = (colour) => /, 0\\)$|transparent/.test(colour);
  // What is raised over the page, on purpose, is a layer of its own: only things of one layer may not touch.
  const isLayer = (one) => {{
    const {{position, backgroundColor, zIndex}} = getComputedStyle(one);
    if (position === 'fixed' || position === 'sticky') return true;
    if (position !== 'static' && Number(zIndex) > 0) return true;
    return position === 'absolute' && !isClear(backgroundColor);
  }};
  const layerOf = (one) => {{
    while (one && one !== document.body && !isLayer(one)) one = one.parentElement;
    return one;
  }};
  const meet = (a, b) => ({{
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  }});
  const isArea = (box) => box.right - box.left > SLACK && box.bottom - box.top > SLACK;
  // The part of a box that nothing around it cuts away.
  const shown = (one, box) => {{
    for (let outer = one; outer; outer = outer.parentElement) {{
      const {{overflowX, overflowY, position}} = getComputedStyle(outer);
      if (outer !== one && [overflowX, overflowY].some((value) => clips(value) || scrolls(value)))
        box = meet(box, outer.getBoundingClientRect());
      if (position === 'fixed') break;
    }}
    return box;
  }};
  // A control without a face of its own may lie over what it is about: there its words count alone.
  const hasFace = (one) => {{
    const {{borderTopWidth, borderTopColor, backgroundColor}} = getComputedStyle(one);
    const isFramed = parseFloat(borderTopWidth) > 0 && !isClear(borderTopColor);
    return one.matches('input, select, textarea') || isFramed || !isClear(backgroundColor);
  }};
  const things = [];
  const add = (one, box) => {{
    const rest = shown(one, box);
    if (isArea(rest)) things.push({{one, box: rest, layer: layerOf(one)}});
  }};
  for (const one of document.querySelectorAll('body *')) {{
    if (one.closest('svg, option') || !seen(one) || isUnseen(one)) continue;
    if (getComputedStyle(one).opacity === '0') continue;
    if (one.matches('button, a.button, input, select, textarea') && hasFace(one)) {{
      add(one, one.getBoundingClientRect());
      continue;
    }}
    for (const node of one.childNodes) {{
      if (node.nodeType !== 3 || !node.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const {{left, right, top, bottom}} of range.getClientRects()) {{
        const air = (bottom - top) * 0.25;  // above and below the letters
        add(one, {{left, right, top: top + air, bottom: bottom - air}});
      }}
    }}
  }}
  things.sort((a, b) => a.box.top - b.box.top);
  things.forEach((thing, index) => {{
    for (const other of things.slice(index + 1)) {{
      if (other.box.top >= thing.box.bottom) break;
      if (thing.layer !== other.layer) continue;
      if (thing.one.contains(other.one) || other.one.contains(thing.one)) continue;
      if (isArea(meet(thing.box, other.box)))
        found.push(`overlapping: ${{about(thing.one)}} | ${{about(other.one)}}`);
    }}
  }});
  return [...new Set(found)];
}}"""  # lines of text and controls of one layer that share some room


MAP: Final = f"""() => {{{COMMON}
  const SLACK = 3;
  const boxOf = (one) => one.getBoundingClientRect();
  for (const sheet of document.querySelectorAll('[data-sheet]')) {{
    if (!seen(sheet)) continue;
    const [frame, isWhole] = [boxOf(sheet), !sheet.classList.contains('grab')];
    const inSight = (box) => box.left >= frame.left && box.right <= frame.right &&
      box.top >= frame.top && box.bottom <= frame.bottom;
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    const names = [...sheet.querySelectorAll('[data-names]')].map((one) => {{
      const {{left, right, top, bottom}} = boxOf(one);
      const air = (bottom - top) * 0.2;  // above and below the letters
      return {{one, box: {{left, right, top: top + air, bottom: bottom - air}}}};
    }});
    // Over a map that is moved buttons lie where they lie; over a whole one they stand clear of all names.
    const over = isWhole ? [...sheet.querySelectorAll('.tools button, .overlay > button'),
      ...(sheet.parentElement?.querySelectorAll('.networks button') ?? [])] : [];
    const pieces = [...sheet.querySelectorAll('.tokens:not(.dim)'), ...over]
      .map((one) => ({{one, box: boxOf(one)}}));
    for (const [index, name] of names.entries()) {{
      if (!inSight(name.box)) continue;
      const what = name.one.textContent.trim();
      for (const other of names.slice(index + 1))
        if (meet(name.box, other.box))
          found.push(`names on the map: ${{what}} | ${{other.one.textContent.trim()}}`);
      for (const other of pieces)
        if (meet(name.box, other.box)) found.push(`covered on the map: ${{what}} | ${{about(other.one)}}`);
    }}
    if (sheet.closest('[inert]')) continue;  // an excerpt of a map leaves out names it does not need
    const named = new Set(names.map(({{one}}) => one.dataset.names));
    for (const place of sheet.querySelectorAll('[data-named]'))
      if (!named.has(place.dataset.target) && inSight(boxOf(place)))
        found.push(`without a name on the map: ${{place.dataset.target}}`);
  }}
  return [...new Set(found)];
}}"""  # names on a map that lie on each other or under a piece or a button, and places that must have one


def faults_of(page: Page) -> list[str]:
    """What is cut off, what overlaps, and what is meant for machines, as sentences for a developer."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    cut: list[str] = page.evaluate(CUT)
    overlapping: list[str] = page.evaluate(OVERLAP)
    on_maps: list[str] = page.evaluate(MAP)
    return cut + overlapping + on_maps + KEY.findall(page.locator("body").inner_text())
