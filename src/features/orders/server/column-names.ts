import type { GenericField } from '../choices.ts'

/** A heading as columns are told apart: small letters and figures alone, no accents. */
export const plainName = (heading: string): string =>
  heading
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim()

/**
 * What columns are called: by hand in Spanish and English, by the exports of WooCommerce, Big Cartel, Etsy, Squarespace
 * and others. The first of a field is the best: where two columns would do, it is taken. Shipping is asked about instead.
 */
const names: Record<Exclude<GenericField, 'shipping'>, string> = {
  order: `order number | numero de pedido | n de pedido | n pedido | no pedido | num pedido | numero pedido |
    pedido | order | order no | order id | id de pedido | id pedido | pedido id | id del pedido | ref
    pedido | referencia pedido | order name | order ref | order reference | order # | order_id | invoice
    no | invoice number | factura | n factura | numero de factura | ticket | n ticket | transaction id |
    sale id | id venta | venta | number | numero | localizador | albaran | n | id`,
  line: `line | linea | n linea | line number | posicion | numero de linea`,
  date: `order date | fecha de pedido |
    fecha del pedido | fecha pedido | fecha | date | created at | completed at | fecha de compra | fecha
    compra | fecha de venta | fecha venta | sale date | sold at | purchase date | invoice date | fecha
    factura | paid at | paid date | fecha de pago | created | dia | fecha y hora | date utc | fecha utc
    | date created | order created at | placed at | timestamp`,
  sku: `sku | lineitem sku | item sku | product sku | sku del producto | referencia | ref | codigo | codigo
    articulo | codigo de articulo | cod articulo | ref articulo | referencia articulo | stock code |
    product code | item code | codigo producto | codigo de producto | article code | ean | barcode`,
  name: `item name | lineitem name | product name | nombre del producto | nombre producto | producto |
    product | articulo | item | title | titulo | descripcion | description | concepto | nombre del
    articulo | nombre articulo | item description | products | productos | merch | line item | lineas |
    disco`,
  quantity: `quantity | cantidad | unidades | uds | ud | units | qty | cant | lineitem quantity | item quantity |
    quantity refund | cantidad reembolso | n unidades | numero de unidades | items sold | item count |
    unidades vendidas | units sold | vendidos | copias`,
  unitPrice: `unit price | precio unitario | precio unidad | precio por unidad | precio ud | precio | price | pvp
    | item price | item cost | lineitem price | coste del articulo | precio unit | p unitario | precio u
    | product price | precio producto | price each | pvp unitario | unit cost`,
  total: `line total | total linea | total de la linea | importe linea | order line total | item total |
    importe | importe total | total | amount | total paid | total pagado | total euros | total price |
    item subtotal | subtotal | sub total | order total | order total amount | total del pedido | total
    pedido | ingresos | order line subtotal | base imponible | base | neto | net | net sales | net amount
    | venta neta | revenue | cobrado | pagado | euros | sum | suma | gross | bruto`,
  discount: `discount | descuento | dto | desc | discount amount | importe descuento | line discount | rebaja |
    item discount | total discount | importe del descuento | lineitem discount`,
  tax: `tax | iva | cuota iva | iva importe | iva cuota | iva euros | iva eur | importe del iva | cuota | vat | tax amount | importe iva | impuestos | taxes | item tax | line
    tax | vat amount | impuesto | total tax | igic | order line tax | cuota de iva | iva incluido`,
  taxRate: `tipo iva | tipo de iva | % iva | iva % | iva (%) | vat rate | tax rate | vat % | % vat | % impuesto
    | porcentaje iva | tax %`,
  tip: `tip | propina | additional fan contribution | donacion | aportacion extra | donation`,
  refunded: `refunded amount | refund amount | order refund amount | total refunded | amount refunded | refunded |
    refund | refunds | refund total | order refund total | importe reembolsado | importe devuelto | total reembolsado |
    reembolsado | reembolso | reembolsos | devuelto | devolucion | devoluciones | importe reembolso | importe
    devolucion | total devuelto | abono | abonado`,
  currency: `currency | moneda | divisa | currency code | order currency | codigo de moneda`,
  status: `order status | estado del pedido | estado pedido | estado | status | payment status | financial status |
    estado del pago | estado de pago | situacion`,
  kind: `kind | tipo de linea | transaction type | tipo de operacion`,
  buyer: `email | e mail | buyer email | customer email | email billing | correo | correo electronico | mail |
    billing email | email facturacion | email del cliente | customer id | id cliente | buyer | cliente |
    customer | comprador | customer username | buyer name | nombre del cliente | nombre cliente`,
  country: `shipping country | country code shipping | country | pais | ship country | pais envio | pais de
    envio | billing country | country code billing | country code | codigo de pais | ship to country |
    delivery country | country name shipping | country name billing`,
  province: `shipping province | province | provincia | state | region | ship state | state code shipping |
    shipping state | billing state | billing province | provincia envio | provincia de envio | comunidad
    | state code billing | state name shipping | county`,
  city: `shipping city | city | ciudad | poblacion | localidad | ship city | city shipping | municipio |
    billing city | city billing | ciudad envio | ciudad de envio | town`,
  postalCode: `shipping zip | postal code | codigo postal | cp | c p | zip | postcode | zip code | ship zipcode |
    shipping postcode | postcode shipping | postcode billing | billing zip | billing postcode | cod
    postal`,
  campaign: `campaign | campana | utm campaign | origin utm campaign`,
  click: `click | clic | click id`,
}

const ranks = new Map<string, { field: GenericField; rank: number }>()
for (const [field, words] of Object.entries(names))
  for (const [rank, word] of words.split('|').entries()) {
    const name = plainName(word)
    if (!ranks.has(name)) ranks.set(name, { field: field as GenericField, rank })
  }

/** Signs and units that people put beside a name: «Importe (€)», «Total EUR». */
const units =
  / (eur|euro|euros|usd|gbp|en euros|(con|sin|c|s) (iva|impuestos)|(iva|vat|tax|impuestos) (incl|inc|incluidos?|included)|(incl|inc|excl|ex|with|without) (iva|vat|tax)|bruto|neto)$/

/** What a column seems to be by its name, the smaller the rank the surer; undefined for a name that says nothing. */
export function fieldNamed(heading: string): { field: GenericField; rank: number } | undefined {
  const name = plainName(heading)
  const bare = plainName(heading.replace(/[([].*?[)\]]/g, ' '))
  const found = ranks.get(name) ?? ranks.get(name.replace(units, '')) ?? ranks.get(bare)
  return found ?? ranks.get(bare.replace(units, ''))
}
