import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { AppError, Unprocessable } from './errors.ts'

const broken = () => new Unprocessable({ file: { code: 'files.broken' } })

interface Lane {
  packets: AsyncGenerator<EncodedPacket>
  next: EncodedPacket | undefined
  add: (packet: EncodedPacket) => Promise<void>
}

/**
 * The video in a new container of the same kind: its first picture track and first sound track, packet by packet, and
 * nothing else of the file. Titles, places, devices, chapters, track names and whatever was appended stay behind.
 * @throws Unprocessable `files.broken` by the field `file` when it has no picture or cannot be read.
 */
export async function remuxVideo(bytes: Uint8Array, kind: 'mp4' | 'webm'): Promise<Uint8Array> {
  const input = new Input({
    source: new BufferSource(bytes as Uint8Array<ArrayBuffer>),
    formats: ALL_FORMATS,
  })
  try {
    const target = new BufferTarget()
    const format = kind === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const output = new Output({ format, target })
    const picture = await input.getPrimaryVideoTrack()
    const sound = await input.getPrimaryAudioTrack()
    if (!picture) throw broken()
    const lanes = [await pictureLane(output, picture), ...(sound ? [await soundLane(output, sound)] : [])]
    await output.start()
    for (const lane of lanes) await step(lane)
    if (!lanes[0]?.next) throw broken()
    await interleave(lanes)
    await output.finalize()
    if (!target.buffer) throw broken()
    return new Uint8Array(target.buffer)
  } catch (error) {
    throw error instanceof AppError ? error : broken()
  } finally {
    input.dispose()
  }
}

/** Both lanes forward in time together: players want them so. */
async function interleave(lanes: Lane[]) {
  for (;;) {
    const [lane] = lanes
      .filter(({ next }) => next)
      .sort((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0))
    if (!lane?.next) return
    await lane.add(lane.next)
    await step(lane)
  }
}

async function step(lane: Lane) {
  const { done, value } = await lane.packets.next()
  lane.next = done ? undefined : value
}

async function pictureLane(output: Output, track: InputVideoTrack): Promise<Lane> {
  const decoderConfig = await track.getDecoderConfig()
  if (!track.codec || !decoderConfig) throw broken()
  const source = new EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source, { rotation: track.rotation })
  return {
    packets: new EncodedPacketSink(track).packets(),
    next: undefined,
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}

async function soundLane(output: Output, track: InputAudioTrack): Promise<Lane> {
  const decoderConfig = await track.getDecoderConfig()
  if (!track.codec || !decoderConfig) throw broken()
  const source = new EncodedAudioPacketSource(track.codec)
  output.addAudioTrack(source)
  return {
    packets: new EncodedPacketSink(track).packets(),
    next: undefined,
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}
