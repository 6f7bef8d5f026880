"""The ground that every title stands on: contract, chance, match, record, words, laws."""
