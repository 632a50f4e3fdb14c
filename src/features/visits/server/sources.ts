/** Where a visit came from: the campaign parameters of its address first, else the page that linked to it. */
export interface Source {
  /** "Google", "Instagram", a host, or what utm_source says; null for direct. */
  source: string | null
  medium: string | null
  campaign: string | null
  /** Host of the linking page without "www.". */
  referrer: string | null
  channel: Channel
}
export type Channel = 'direct' | 'search' | 'social' | 'referral' | 'email' | 'paid'
export type ReferrerKind = 'internal' | 'direct' | 'search' | 'social' | 'website'

/** Search engines by the part of the host that names them; `*` stands for any country ending. */
const searchEngines: Record<string, string[]> = {
  Google: ['google.*'],
  Bing: ['bing.com'],
  Yahoo: ['yahoo.*', 'search.yahoo.*'],
  DuckDuckGo: ['duckduckgo.com'],
  Yandex: ['yandex.*', 'ya.ru'],
  Baidu: ['baidu.com'],
  Ecosia: ['ecosia.org'],
  Qwant: ['qwant.com'],
  Startpage: ['startpage.com', 'ixquick.com'],
  Brave: ['search.brave.com'],
  Ask: ['ask.com'],
  AOL: ['search.aol.*', 'aol.com'],
  Seznam: ['search.seznam.cz', 'seznam.cz'],
  Naver: ['search.naver.com', 'naver.com'],
  Daum: ['search.daum.net', 'daum.net'],
  Sogou: ['sogou.com'],
  So: ['so.com', 'haosou.com'],
  Rambler: ['nova.rambler.ru'],
  'Mail.ru': ['go.mail.ru'],
  Mojeek: ['mojeek.com'],
  Swisscows: ['swisscows.com'],
  Kagi: ['kagi.com'],
  MetaGer: ['metager.de', 'metager.org'],
  Lycos: ['search.lycos.com', 'lycos.*'],
  Dogpile: ['dogpile.com'],
  'Coc Coc': ['coccoc.com'],
  Petal: ['petalsearch.com'],
}

const socialNetworks: Record<string, string[]> = {
  Instagram: ['instagram.com'],
  Facebook: ['facebook.com', 'fb.me', 'fb.com', 'messenger.com'],
  X: ['twitter.com', 'x.com', 't.co'],
  TikTok: ['tiktok.com'],
  YouTube: ['youtube.com', 'youtu.be'],
  Threads: ['threads.net', 'threads.com'],
  Bluesky: ['bsky.app', 'go.bsky.app'],
  Mastodon: ['mastodon.social', 'mastodon.online', 'mastodon.cloud', 'mstdn.io'],
  WhatsApp: ['whatsapp.com', 'wa.me'],
  Telegram: ['t.me', 'telegram.org', 'telegram.me', 'web.telegram.org'],
  Discord: ['discord.com', 'discord.gg', 'discordapp.com'],
  Twitch: ['twitch.tv'],
  Reddit: ['reddit.com', 'redd.it'],
  Pinterest: ['pinterest.*', 'pin.it'],
  LinkedIn: ['linkedin.com', 'lnkd.in'],
  Snapchat: ['snapchat.com'],
  Tumblr: ['tumblr.com'],
  VK: ['vk.com', 'vkontakte.ru'],
  Odnoklassniki: ['ok.ru', 'odnoklassniki.ru'],
  SoundCloud: ['soundcloud.com'],
  'Last.fm': ['last.fm', 'lastfm.*'],
  Myspace: ['myspace.com'],
  Vimeo: ['vimeo.com'],
  Flickr: ['flickr.com'],
  Dribbble: ['dribbble.com'],
  GitHub: ['github.com'],
  'Stack Overflow': ['stackoverflow.com'],
  'Hacker News': ['news.ycombinator.com'],
  Weibo: ['weibo.com', 't.cn'],
  WeChat: ['weixin.qq.com', 'wechat.com'],
  Douban: ['douban.com'],
  Xing: ['xing.com'],
  Quora: ['quora.com'],
  Linktree: ['linktr.ee'],
}

const mailHosts = [
  'mail.google.com',
  'outlook.live.com',
  'outlook.office.com',
  'mail.yahoo.*',
  'mail.yandex.*',
  'e.mail.ru',
  'webmail.*',
]

type Matcher = (host: string) => string | undefined

/** Answers the name whose pattern the host is, or is below. */
function matcher(lists: Record<string, string[]>): Matcher {
  const exact = new Map<string, string>()
  const anyEnding = new Map<string, string>()
  for (const [name, patterns] of Object.entries(lists))
    for (const pattern of patterns) {
      if (pattern.endsWith('.*')) anyEnding.set(pattern.slice(0, -2), name)
      else exact.set(pattern, name)
    }
  return (host) => nameOf(host.split('.'), exact, anyEnding)
}

function nameOf(
  labels: readonly string[],
  exact: ReadonlyMap<string, string>,
  anyEnding: ReadonlyMap<string, string>,
): string | undefined {
  for (let start = 0; start < labels.length - 1; start++) {
    const found = exact.get(labels.slice(start).join('.'))
    if (found) return found
    // "google.es", "google.co.uk": one or two short labels after the name.
    for (const length of [1, 2]) {
      const ending = labels.slice(labels.length - length)
      const name = labels.slice(start, labels.length - length).join('.')
      if (ending.every((label) => label.length <= 3) && anyEnding.has(name)) return anyEnding.get(name)
    }
  }
  return undefined
}

const searchEngineOf = matcher(searchEngines)
const socialNetworkOf = matcher(socialNetworks)
const mailOf = matcher({ mail: mailHosts })

/** Host of an http(s) address in lower case without port, or null when it has none. */
export function hostOf(url: string | null | undefined): string | null {
  const match = /^https?:\/\/(?:[^@/?#\s]*@)?([^/?#:\s]+)/i.exec(url ?? '')
  return match?.[1] ? match[1].toLowerCase().replace(/\.$/, '').slice(0, 253) : null
}

const within = (host: string, own: ReadonlySet<string>) => {
  for (const site of own) if (host === site || host.endsWith(`.${site}`)) return true
  return false
}

/** What sort of page linked here; `own` are the site's hosts, their subdomains included. */
export function referrerKind(host: string | null, own: ReadonlySet<string>): ReferrerKind {
  if (host === null) return 'direct'
  if (within(host, own)) return 'internal'
  if (searchEngineOf(host)) return 'search'
  return socialNetworkOf(host) ? 'social' : 'website'
}

const paidMedia: ReadonlySet<string | null> = new Set([
  'cpc',
  'ppc',
  'paid',
  'paidsearch',
  'paid-search',
  'paid_social',
  'paidsocial',
  'display',
  'cpm',
  'banner',
  'ads',
  'ad',
])
const mailMedia: ReadonlySet<string | null> = new Set(['email', 'e-mail', 'newsletter'])
const clean = (text: string | null | undefined) => text?.trim().slice(0, 200) || null

/** The source of a page view. A page of the site itself brings nobody: it counts as direct. */
export function sourceOf(
  referrerHost: string | null,
  query: URLSearchParams,
  own: ReadonlySet<string>,
): Source {
  const utm = clean(query.get('utm_source') ?? query.get('source') ?? query.get('ref'))
  const medium = clean(query.get('utm_medium'))?.toLowerCase() ?? null
  const campaign = clean(query.get('utm_campaign'))
  const host = referrerHost !== null && !within(referrerHost, own) ? referrerHost : null
  const referrer = host?.replace(/^www\./, '') ?? null
  const engine = host ? searchEngineOf(host) : undefined
  const network = host ? socialNetworkOf(host) : undefined
  const source = utm ?? engine ?? network ?? referrer
  const isPaid = ['gclid', 'msclkid', 'ttclid'].some((name) => query.has(name))
  const channel = isPaid ? 'paid' : channelOf({ utm, medium, host, engine, network, source })
  return { source, medium, campaign, referrer, channel }
}

interface Origin {
  utm: string | null
  medium: string | null
  host: string | null
  engine: string | undefined
  network: string | undefined
  source: string | null
}

function channelOf({ utm, medium, host, engine, network, source }: Origin): Channel {
  if (paidMedia.has(medium)) return 'paid'
  if (mailMedia.has(medium) || (host && mailOf(host))) return 'email'
  if (medium === 'social' || network || (utm && socialNetworkNamed(utm))) return 'social'
  if (medium === 'organic' || engine) return 'search'
  return source ? 'referral' : 'direct'
}

const networkNames = new Set(Object.keys(socialNetworks).map((name) => name.toLowerCase()))
const socialNetworkNamed = (name: string) =>
  networkNames.has(name.toLowerCase()) || socialNetworkOf(name.toLowerCase()) !== undefined
