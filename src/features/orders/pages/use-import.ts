import { useState } from 'react'
import { type Api, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import type { UploadProgress } from '#ui/upload.ts'
import type { Reading, Wish } from '../reading-contract.ts'
import { saidOf, sendOrders, type Uploaded } from './import-steps.ts'

/** A file on its way in: read, corrected, checked, brought in. Each step forgets what came of those behind it. */
export function useImport(api: Api, portalId: string) {
  const [file, setFile] = useState<File>()
  const [wish, setWish] = useState<Wish>({})
  const [reading, setReading] = useState<Reading>()
  const [rates, setRates] = useState<Record<string, string>>({})
  const [check, setCheck] = useState<Uploaded>()
  const [done, setDone] = useState<Uploaded>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<UploadProgress>()

  const begin = () => {
    setBusy(true)
    setProblem(undefined)
    setProgress(undefined)
    setCheck(undefined)
  }
  const read = async (of: File, by: Wish | undefined) => {
    begin()
    const found = await api.orders.readOrdersFile(
      { portalId, file: of, ...(by ? { wish: JSON.stringify(by) } : {}) },
      { key: 'reading' },
    )
    if (found === undefined) return
    setBusy(false)
    if (isFailure(found)) return setProblem(saidOf(found, m['orders.upload.failed']()))
    setReading(found)
    // A format of this shop has answered everything already.
    if (found.saved && found.questions.length === 0 && found.lacks.length === 0)
      await send(of, found, 'check')
  }
  const send = async (
    of: File,
    as: Reading,
    mode: 'check' | 'all' | 'valid',
    { saveAs, by = rates }: { saveAs?: string | undefined; by?: Record<string, string> } = {},
  ) => {
    begin()
    const answer = await sendOrders(
      { portalId, file: of, reading: as, mode, wish, rates: by, ...(saveAs ? { saveAs } : {}) },
      setProgress,
    )
    setBusy(false)
    if (isFailure(answer)) return setProblem(saidOf(answer, m['orders.upload.failed']()))
    if (mode === 'check' || answer.status !== 'imported') setCheck(answer)
    else setDone(answer)
  }
  return {
    ...{ file, reading, check, done, problem, busy, progress },
    choose: (chosen: File | undefined) => {
      setFile(chosen)
      setWish({})
      setRates({})
      setReading(undefined)
      setCheck(undefined)
      setDone(undefined)
      setProblem(undefined)
      if (chosen) void read(chosen, undefined)
    },
    /** What the person says of the file, on top of what they said before; a part that is undefined is told anew. */
    correct: (change: Partial<Wish>) => {
      // What a saved format answered stays answered.
      const next = {
        ...(reading?.saved && Object.keys(wish).length === 0 ? known(reading) : wish),
        ...change,
      }
      setWish(next)
      if (file) void read(file, next)
    },
    judge: () => file && reading && send(file, reading, 'check'),
    /** What money without a reference rate is counted at: the file is looked at again. */
    rate: (answers: Record<string, string>) => {
      const by = { ...rates, ...answers }
      setRates(by)
      if (file && reading) void send(file, reading, 'check', { by })
    },
    bringIn: (mode: 'all' | 'valid', saveAs: string | undefined) =>
      file && reading && send(file, reading, mode, { saveAs }),
  }
}
export type ImportState = ReturnType<typeof useImport>

const known = ({ format, layout, map, decimal }: Reading): Wish => ({
  ...{ format, layout },
  ...(decimal ? { decimal } : {}),
  ...(map ? { columns: map.columns, timeZone: map.timeZone, dateFormat: map.dateFormat ?? '' } : {}),
  ...(map?.constants?.currency ? { currency: map.constants.currency } : {}),
  ...(map?.totalOf ? { totalOf: map.totalOf } : {}),
  ...(map?.refundedOf ? { refundedOf: map.refundedOf } : {}),
  ...(map?.dollar ? { dollar: map.dollar } : {}),
  ...(map?.shipping ? { shipping: map.shipping } : {}),
  ...(map?.constants?.taxRate === undefined ? {} : { taxRate: map.constants.taxRate }),
  ...(map?.cents === undefined ? {} : { cents: map.cents }),
})
