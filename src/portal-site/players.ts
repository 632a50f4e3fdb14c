/** What plays a song or a video on the page itself. */
export interface Player {
  service: string
  /** What is framed; made of ids alone, never of an address as somebody typed it. */
  src: string
  /** Its shape on the page. */
  kind: 'video' | 'song' | 'list'
}

const spotify = /^(?:\/intl-[a-z]+)?\/(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]{22})\/?$/
const deezer = /^(?:\/[a-z]{2})?\/(track|album|playlist)\/(\d{1,15})\/?$/
const apple = /^\/([a-z]{2})\/(album|playlist|song)\/(?:[^/]+\/)?((?:pl\.)?[A-Za-z0-9-]{4,60})\/?$/
const soundcloud = /^\/[\w-]+\/(?:sets\/)?[\w-]+\/?$/
const videoId = /^[\w-]{11}$/

const byHost: Record<string, (url: URL) => Player | undefined> = {
  'open.spotify.com': ({ pathname }) => {
    const [, type, id] = spotify.exec(pathname) ?? []
    const kind = type === 'track' || type === 'episode' ? 'song' : 'list'
    return id ? { service: 'Spotify', src: `https://open.spotify.com/embed/${type}/${id}`, kind } : undefined
  },
  'youtube.com': ({ pathname, searchParams }) =>
    video(
      pathname === '/watch'
        ? searchParams.get('v')
        : /^\/(?:shorts|live|embed)\/([^/]+)$/.exec(pathname)?.[1],
    ),
  'music.youtube.com': ({ searchParams }) => video(searchParams.get('v')),
  'youtu.be': ({ pathname }) => video(pathname.slice(1)),
  'vimeo.com': ({ pathname }) => {
    const [, id] = /^\/(\d{1,12})\/?$/.exec(pathname) ?? []
    return id
      ? { service: 'Vimeo', src: `https://player.vimeo.com/video/${id}?dnt=1`, kind: 'video' }
      : undefined
  },
  'soundcloud.com': ({ pathname }) => {
    if (!soundcloud.test(pathname)) return undefined
    const url = encodeURIComponent(`https://soundcloud.com${pathname}`)
    const kind = pathname.includes('/sets/') ? 'list' : 'song'
    return { service: 'SoundCloud', src: `https://w.soundcloud.com/player/?url=${url}`, kind }
  },
  'deezer.com': ({ pathname }) => {
    const [, type, id] = deezer.exec(pathname) ?? []
    return id
      ? {
          service: 'Deezer',
          src: `https://widget.deezer.com/widget/auto/${type}/${id}`,
          kind: type === 'track' ? 'song' : 'list',
        }
      : undefined
  },
  'music.apple.com': ({ pathname, searchParams }) => {
    const [, country, type, id] = apple.exec(pathname) ?? []
    const song = /^\d{1,15}$/.exec(searchParams.get('i') ?? '')?.[0]
    return id
      ? {
          service: 'Apple Music',
          src: `https://embed.music.apple.com/${country}/${type}/${id}${song ? `?i=${song}` : ''}`,
          kind: song || type === 'song' ? 'song' : 'list',
        }
      : undefined
  },
}

/** Its host of fewer cookies; nothing of it is asked for before somebody presses. */
const video = (id: string | null | undefined): Player | undefined =>
  id && videoId.test(id)
    ? { service: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`, kind: 'video' }
    : undefined

/** What plays the song, list or video of an address on the page; undefined for every other address. */
export function playerOf(url: string): Player | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return byHost[parsed.hostname.replace(/^(www|m)\./, '')]?.(parsed)
}

/** The origins that a page with these addresses may frame. */
export const framesOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => playerOf(url)?.src ?? []).map((src) => new URL(src).origin)),
]
