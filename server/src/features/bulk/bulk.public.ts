export { type Bulk, type BulkNews, bulkTopic, createBulk } from './bulk.service.ts'
