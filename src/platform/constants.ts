/** The constants of the specification §9, each here once. Units are in the names. */

export const pageSize = 50
/** Rows of a list are counted so far: counting all of a large one would cost more than reading its page. */
export const countMax = 10_000
export const messagesPollingMs = 60_000
export const darkModeStartHour = 19
export const darkModeEndHour = 7

export const defaultTaxPct = 21
export const commissionPct = { apparel: 20, apparelDigital: 10, apparelCulture: 10 } as const
export const defaultRetentionPct = 0
export const advanceSettlementPct = 100
export const lastBillsShown = 5
export const lastAdvancesShown = 5
export const defaultSalesObjectiveCents = 0
export const defaultAdvanceLimitPct = 10

export const pickDurationsDays = [7, 14, 30, 180] as const
export const releaseDurationsDays = [7, 15, 30] as const
export const maxPickFileMegabytes = 25
/** A file and the form around it. */
export const uploadMegabytes = maxPickFileMegabytes + 0.5
export const descriptionMaxLength = 100

/** Whom a page was made for: by what it asks, the door sees that nobody else has signed in since. */
export const pagePersonHeader = 'Backline-Person'
export const alertCookie = { name: 'showAlerts', seconds: 86_400 } as const
export const reloadGuardSeconds = 10

export const chartGroupings = ['time', 'day', 'month', 'year'] as const
export const salesGroupings = ['countries', 'provinces', 'cities'] as const
export const organisationTypes = { label: 1, artist: 2, demo: 3 } as const
export const billTypes = { bills: 1, advances: 2 } as const
export const dateSelectionModes = { single: 1, range: 2 } as const
export const dateFilters = { last24Hours: 1, last7Days: 2, last30Days: 3, custom: 4 } as const
export const domainStates = { notVerified: 1, verifying: 2, verified: 3, error: 4 } as const
export const firstOrderYear = 2018

export const blankTypes = ['Blanks', 'Cultura', 'Ropa', 'Accesorios'] as const
/** How a supplier has one colour and size of a blank. */
export const supplies = ['inStock', 'onDemand', 'supplierOut', 'discontinued', 'alternative'] as const
export type Supply = (typeof supplies)[number]
export const country = 'España'
export const shortLinkHost = 'llnk.is/'
export const defaultPortalPicture = '/portal-default.svg'
/** The pixels across in which lists show pictures: up to 48, on screens of two to one. */
export const thumbnailWidth = 96

export const locales = ['es', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'es'
export const fallbackLocale: Locale = 'en'
export const localeCookie = { name: 'locale', days: 365 } as const

export const snackbarMs = 6_000
export const dialogWidthPx = 720
export const menuWidthPx = 320
export const tooltipMaxWidthPx = 320
export const menuOpenDelayMs = 300
export const menuCloseDelayMs = 250
export const overlayZIndex = 2_000
/** 0 Sunday … 1 Monday. */
export const firstDayOfWeek = 1 as const
export const calendarDays = 42
export const yearsBefore = 100
export const yearsAfter = 52
export const progress = { min: 0, max: 100 } as const

/** Requests that change nothing are tried again on these answers. */
export const retryStatuses = [408, 409, 425, 429, 500, 502, 503, 504] as const
export const businessTimeZone = 'Europe/Madrid'
export const currency = 'EUR'

/** What texts are written in: today's, and what Excel on Windows, on the Mac and DOS programs write. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850'] as const
/** What parts the columns of a text. */
export const delimiters = [',', ';', '\t', '|'] as const
