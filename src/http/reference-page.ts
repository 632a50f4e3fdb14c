import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export const referenceFiles = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** A file of the reference page's viewer where nothing was built: a build has it among its own files. Undefined for any other. */
export function referenceFile(name: string): Response | undefined {
  if (!referenceFiles.includes(name)) return undefined
  const body = readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
  return new Response(body, {
    headers: { 'Content-Type': name.endsWith('.css') ? 'text/css' : 'text/javascript' },
  })
}

/**
 * The browsable reference of the API. What is tried from it is tried with the key that the reader gives it, never with the session of
 * whoever reads, and in production only reads: a press there must not change what is sold.
 */
export function referencePage(nonce: string, environment: string): Response {
  const methods = environment === 'production' ? ['get'] : ['get', 'put', 'post', 'delete']
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Backline API</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/api/reference/swagger-ui.css">
<style nonce="${nonce}">body{margin:0}.response-col_links{display:none}.swagger-ui .opblock-summary-path{overflow-wrap:anywhere}
@media(max-width:640px){.swagger-ui .wrapper,.swagger-ui .opblock-tag-section .opblock{padding:0 8px}}</style></head>
<body><div id="reference"></div><script src="/api/reference/swagger-ui-bundle.js" nonce="${nonce}"></script>
<script nonce="${nonce}">SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true,
  supportedSubmitMethods: ${JSON.stringify(methods)},
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
})</script></body></html>`
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
