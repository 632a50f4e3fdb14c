/** What brought a buyer: a campaign's name, and the id of what was clicked on a portal's page. */
export interface Attribution {
  campaign: string | null
  clickId: string | null
}

const addressMax = 4_000
const campaignMax = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The parameters of an address, whole or only its path; none of what is no address. */
export function parametersOf(address: unknown): URLSearchParams {
  if (typeof address !== 'string') return new URLSearchParams()
  const [, query = ''] = /\?([^#]*)/.exec(address.slice(0, addressMax)) ?? []
  return new URLSearchParams(query)
}

/** Of what several places say, the first that says something; written as visits write their campaigns. */
export function attributionOf(
  campaigns: (string | null | undefined)[],
  clicks: (string | null | undefined)[],
): Attribution {
  const campaign = campaigns.map((text) => storable(text ?? '')).find((text) => text !== '')
  const clickId = clicks.map((text) => text?.trim().toLowerCase() ?? '').find((text) => uuid.test(text))
  return { campaign: campaign ?? null, clickId: clickId ?? null }
}

/** NUL, and half of a pair that the cut parts, cannot be stored. */
const storable = (text: string) => text.replaceAll('\0', '').trim().slice(0, campaignMax).toWellFormed()

/** What a Shopify shop's theme or apps noted of a cart, as its export writes it: a line each, «name: value». */
export function notedAttribution(notes: string): Attribution {
  const noted = new Map(
    notes
      .slice(0, addressMax)
      .split(/\r\n|\r|\n/)
      .map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, Math.max(0, at)).trim().toLowerCase(), line.slice(at + 1).trim()]
      }),
  )
  const landed = parametersOf(noted.get('landing_site') ?? noted.get('landing_page'))
  return attributionOf(
    [landed.get('utm_campaign'), noted.get('utm_campaign')],
    [landed.get('click'), noted.get('click')],
  )
}
