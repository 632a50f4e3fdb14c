/** What the words of a file mean beyond what counts; for the page, which warns, as for the server. Browser-safe. */
const plain = (text: string) =>
  text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Does a heading say that the column is what sending cost? */
export const saysShipping = (heading: string): boolean =>
  /^((order|total|coste|costes|gastos|importe|precio)( de)? )?(envio|shipping|portes|postage|delivery)( (total|amount|cost|price|fee|charge|importe|coste))?$/.test(
    plain(heading),
  )

/** Does what was sold sound like what it cost to send it, or like what was taken off? */
export const soundsLikeNoGoods = (name: string): boolean =>
  /^(gastos de envio|gastos envio|envio|portes|shipping( cost| fee)?|postage|descuento|discount|cupon|coupon)\b/.test(
    plain(name),
  )

const sold = new Set([
  ...[
    'paid',
    'completed',
    'complete',
    'processing',
    'shipped',
    'delivered',
    'fulfilled',
    'partially fulfilled',
  ],
  ...['on hold', 'sold', 'closed', 'open', 'done', 'ok', 'success', 'succeeded', 'captured', 'authorized'],
  ...['unfulfilled', 'partially paid', 'ready', 'active', 'sent', 'yes', 'pagado', 'pagada', 'completado'],
  ...['completada', 'completo', 'procesando', 'en proceso', 'enviado', 'enviada', 'entregado', 'entregada'],
  ...[
    'cobrado',
    'cobrada',
    'vendido',
    'vendida',
    'cerrado',
    'cerrada',
    'aceptado',
    'aceptada',
    'si',
    'hecho',
  ],
  ...['en espera', 'preparado', 'en preparacion', 'finalizado', 'finalizada', 'facturado', 'facturada'],
  ...['partially refunded', 'parcialmente reembolsado', 'parcialmente devuelto'],
])
/** Is this a shop's word for something sold? Others count as sold too, and the page says so. */
export const saysSold = (state: string): boolean => sold.has(plain(state.replace(/^wc-/, '')))
