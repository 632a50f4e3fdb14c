/** Addresses that the public origin keeps for itself, or that would pass for somebody else. */
export const reservedUrls: ReadonlySet<string> = new Set(
  `en es api go js css files assets fonts static qr og ics sitemap robots favicon legal privacy privacidad aviso-legal
   terms cookies login admin staff backline help ayuda soporte support status health healthz readyz metrics www mail
   collect preview draft coming-soon presave null undefined new nuevo account cuenta billing`.split(/\s+/),
)
