/** The only script of the public pages, loaded where something counts down; without it the page shows the days. */
export const countdownScript = `(function(){function t(){document.querySelectorAll('[data-until]').forEach(function(e){var l=Math.max(0,Date.parse(e.dataset.until)-Date.now()),v={d:l/864e5|0,h:(l/36e5|0)%24,m:(l/6e4|0)%60};e.querySelectorAll('[data-part]').forEach(function(p){p.textContent=v[p.dataset.part]});if(!l&&!e.dataset.over){e.dataset.over=1;location.reload()}})}t();setInterval(t,2e4)})()
`
