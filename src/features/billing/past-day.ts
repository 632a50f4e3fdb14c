import { todayPlus } from '#platform/windows.ts'

/** Is a rate of a day that has passed? What it touches then is said by form and answers alike. Browser-safe. */
export const isPastDay = (validFrom: string, now: Date): boolean => validFrom < todayPlus(now)
