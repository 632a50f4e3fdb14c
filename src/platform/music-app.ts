import type { Env } from './env.ts'

/** What services of music are asked with, where the settings name it; undefined: that service is not asked. */
export interface Music {
  spotify: { clientId: string; clientSecret: string } | undefined
  appleMusic: { token: string } | undefined
  deezer: object | undefined
  /** Where they answer: `https://{service}`, a host of theirs. */
  address: string
  /** The country whose catalogue is asked, where a service has one for each. */
  country: string
}

export const musicOf = (env: Env): Music => ({
  spotify:
    env.SPOTIFY_CLIENT_ID && env.SPOTIFY_CLIENT_SECRET
      ? { clientId: env.SPOTIFY_CLIENT_ID, clientSecret: env.SPOTIFY_CLIENT_SECRET }
      : undefined,
  appleMusic: env.APPLE_MUSIC_TOKEN ? { token: env.APPLE_MUSIC_TOKEN } : undefined,
  deezer: env.DEEZER ? {} : undefined,
  address: env.MUSIC_ADDRESS,
  country: env.MUSIC_COUNTRY,
})
