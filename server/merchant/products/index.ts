export { type CreateProductInput, createProduct } from './actions/create-product.ts'
export { type UpdateProductInput, updateProduct } from './actions/update-product.ts'
export { productList } from './reads.ts'
export {
  findPrice,
  findPrices,
  findProduct,
  findProducts,
  fromPricedProductRow,
  fromPriceRow,
  lockProduct,
  merchantProductJson,
  pricedProductJson,
  priceJson,
  products,
} from './store.ts'
