export { createNewProduct, type NewProduct } from './actions/create-product.ts'
export { type ChangedProduct, changeProduct } from './actions/update-product.ts'
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
