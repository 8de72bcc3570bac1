import { present } from '#kernel/assert.ts'
import type { Platform } from '#platform/platform.ts'
import { renderDocument } from '../adapters/document.ts'
import { documentPath, type Invoice } from '../model.ts'
import { invoices, markStored } from '../store.ts'

/** Seconds for which an address of a document can be opened, as those of files. */
const DOWNLOAD_SECONDS = 600
const PDF = 'application/pdf'

/** Writes the PDF of a document to the store of files, once. Its bytes follow from the document alone, so a repeat writes the same. */
export async function saveDocument(platform: Platform, key: { organizationId: string; invoiceId: string }): Promise<void> {
  const invoice = await invoices.find(platform.database.db, [key.organizationId], key.invoiceId)
  if (invoice) await ensureStored(platform, invoice)
}

/** An address from which the PDF of a document is downloaded for ten minutes. It is written first where its job has not run. */
export async function documentUrl(platform: Platform, invoice: Invoice): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  await ensureStored(platform, invoice)
  const name = `${invoice.number}.pdf`
  return platform.files.downloadUrl({ path: documentPath(invoice), name, contentType: PDF, expiresInSeconds: DOWNLOAD_SECONDS })
}

/** The PDF of a document. */
export async function readDocument(platform: Platform, invoice: Invoice): Promise<Buffer> {
  await ensureStored(platform, invoice)
  const stored = present(await platform.files.read(documentPath(invoice)), 'The PDF of a document')
  const chunks: Buffer[] = []
  for await (const chunk of stored.content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function ensureStored(platform: Platform, invoice: Invoice): Promise<void> {
  if (invoice.storedAt !== null) return
  await platform.files.write(documentPath(invoice), await renderDocument(platform, invoice), PDF)
  await platform.database.transaction((tx) => markStored(tx, invoice, platform.clock.now(invoice)))
}
