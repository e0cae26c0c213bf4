enum PhotoCatalogPlaceholder {}
