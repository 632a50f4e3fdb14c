/** The version of the API, a day: another one where programs that worked may not work any more. */
export const apiVersion = '2026-11-30'
