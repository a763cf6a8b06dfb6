/**
 * The one script of an exported article: it shows the values of marks under the pointer or reached by the arrow keys,
 * and hides series. The same for every article; data only enters elements through `textContent`, and it makes no
 * network requests.
 */
export const liveScript = `(function () {
  'use strict';
  var tip = document.createElement('div');
  tip.className = 'tip';
  tip.setAttribute('role', 'status');
  document.body.appendChild(tip);
  document.documentElement.classList.add('live');
  Array.prototype.forEach.call(document.querySelectorAll('figure.plot'), function (plot) {
    var stage = plot.querySelector('.stage');
    var layer = plot.querySelector('svg.hits');
    if (!stage || !layer) return;
    var hits = Array.prototype.slice.call(layer.querySelectorAll('.hit'));
    var shown = null;
    function beyond(at, from, to, isBar) {
      return isBar ? Math.max(from - at, 0, at - to) : (from + to) / 2 - at;
    }
    function isOn(hit) { return !hit.classList.contains('off'); }
    function show(hit) {
      if (shown) shown.classList.remove('on');
      shown = hit;
      if (!hit) { tip.textContent = ''; return; }
      hit.classList.add('on');
      tip.textContent = hit.getAttribute('data-tip');
      var box = hit.getBoundingClientRect();
      var left = box.left + window.scrollX + box.width + 4;
      var most = window.scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8;
      tip.style.left = Math.max(window.scrollX + 4, Math.min(left, most)) + 'px';
      tip.style.top = (box.top + window.scrollY - tip.offsetHeight - 4) + 'px';
    }
    stage.addEventListener('pointermove', function (event) {
      var best = null;
      var least = 26;
      hits.forEach(function (hit) {
        if (!isOn(hit)) return;
        var box = hit.getBoundingClientRect();
        var isBar = hit.tagName === 'rect';
        var across = beyond(event.clientX, box.left, box.right, isBar);
        var along = beyond(event.clientY, box.top, box.bottom, isBar);
        var away = Math.hypot(across, along);
        if (away < least) { least = away; best = hit; }
      });
      if (best !== shown) show(best);
    });
    stage.addEventListener('pointerleave', function () { show(null); });
    stage.addEventListener('blur', function () { show(null); });
    stage.addEventListener('keydown', function (event) {
      var on = hits.filter(isOn);
      var at = on.indexOf(shown);
      if (event.key === 'Escape') { show(null); return; }
      if (event.key === 'ArrowRight' || event.key === 'ArrowDown') at += 1;
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') at = at < 0 ? on.length - 1 : at - 1;
      else return;
      event.preventDefault();
      if (on.length === 0) return;
      show(on[(at + on.length) % on.length]);
      // A ranking may be taller than the window.
      shown.scrollIntoView({ block: 'nearest' });
      tip.scrollIntoView({ block: 'nearest' });
    });
    plot.addEventListener('change', function (event) {
      var series = event.target.getAttribute('data-series');
      if (series === null) return;
      var isOff = !event.target.checked;
      show(null);
      series.split(' ').forEach(function (one) {
        Array.prototype.forEach.call(stage.querySelectorAll('[data-series="' + one + '"]'), function (mark) {
          mark.classList.toggle('off', isOff);
        });
      });
    });
  });
})();`
