export { type CreateProductInput, createProduct } from './actions/create-product.ts'
export { type UpdateProductInput, updateProduct } from './actions/update-product.ts'
export {
  findPrice,
  findProduct,
  findProducts,
  fromPricedProductRow,
  fromPriceRow,
  fromProductRow,
  livePricesJson,
  lockProduct,
  type PricedProductRow,
  type PriceRow,
  type ProductRow,
  pricedProductJson,
  priceJson,
  productColumns,
  productJson,
} from './store.ts'
