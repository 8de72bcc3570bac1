import type { Product, Result } from '#client/index.ts'
import { client } from '#web/api.ts'
import type { ProductChanges, ProductCreation } from './section.ts'

/** Creates a product, then adds its benefits. Where only the first succeeds, the answer is the product without them. */
export async function createProduct({ benefits = [], ...body }: ProductCreation): Promise<Result<Product>> {
  const created = await client.products.create(body)
  if (created.error !== null || benefits.length === 0) return created
  const whole = await client.products.updateBenefits(created.data.id, { benefits })
  return whole.error === null ? whole : created
}

/** Updates a product and its benefits: only what `changes` has. What was saved before a refusal stays saved. */
export async function updateProduct(id: string, { benefits, ...body }: ProductChanges): Promise<Result<Product>> {
  if (benefits === undefined) return client.products.update(id, body)
  if (Object.keys(body).length > 0) {
    const updated = await client.products.update(id, body)
    if (updated.error !== null) return updated
  }
  return client.products.updateBenefits(id, { benefits })
}
