import { Secret, TOTP } from 'otpauth'

/** What the app on the phone would show, so many steps of 30 seconds from now: each is taken once. */
export const codeOf = (seed: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed.replace(/\s/g, '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
