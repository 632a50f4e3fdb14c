/**
 * The tracker for pages elsewhere: `<script defer data-domain="nino-lobo" src="https://…/js/script.js">`. Sends one
 * page view when the page is shown and one for each change of its address, in Plausible's form; no cookies.
 */
export const collectScript = `(function(){var s=document.currentScript;if(!s)return;var a=s.getAttribute('data-api')||new URL('/api/collect',s.src).href,d=s.getAttribute('data-domain')||location.hostname,l;
function p(){if(l===location.pathname||navigator.webdriver)return;l=location.pathname;fetch(a,{method:'POST',keepalive:true,credentials:'omit',headers:{'Content-Type':'text/plain'},body:JSON.stringify({n:'pageview',u:location.href,d:d,r:document.referrer||null})}).catch(function(){})}
var h=history.pushState;if(h){history.pushState=function(){h.apply(this,arguments);p()};addEventListener('popstate',p)}
if(document.visibilityState==='prerender'||document.prerendering)document.addEventListener(document.prerendering===undefined?'visibilitychange':'prerenderingchange',p,{once:true});else p()})()
`
