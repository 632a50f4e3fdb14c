/**
 * Puts a player where its button was pressed, and counts the press as the button's address would. Loaded where something
 * can be played; without it the button leads to the service.
 */
export const playerScript = `(function(){document.addEventListener('click',function(e){var a=e.target.closest&&e.target.closest('a[data-player]');if(!a||e.button||e.ctrlKey||e.metaKey||e.shiftKey)return;e.preventDefault();fetch(a.href,{redirect:'manual',keepalive:true}).catch(function(){});var f=document.createElement('iframe');f.title=a.getAttribute('aria-label');f.className='player '+a.dataset.kind;f.allow='autoplay; encrypted-media; fullscreen; picture-in-picture';f.sandbox='allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';f.referrerPolicy='strict-origin-when-cross-origin';f.src=a.dataset.player;a.closest('li').appendChild(f);a.remove();f.focus()})})()
`
