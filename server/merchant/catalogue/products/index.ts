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
