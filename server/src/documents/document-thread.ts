import { workerData } from 'node:worker_threads'
import { workQuietly } from '../platform/quiet-thread.ts'
import { answer } from '../platform/thread-answers.ts'
import { type DocumentKind, readDocument } from './documents.ts'

workQuietly()

const { kind, bytes } = workerData as { kind: DocumentKind; bytes: Uint8Array }
answer(readDocument(kind, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
