import { todayPlus } from '#platform/windows.ts'

/** The day (`yyyy-MM-dd`) that it is in Madrid, or so many days later: never reckoned in hours, of which a day can have 23. */
export const madridDay = (ahead = 0): string => todayPlus(new Date(), ahead)

/** A year of which every day is still to come, whenever the journeys run. */
export const nextYear: number = Number(madridDay().slice(0, 4)) + 1
