// Made by tools/observation_types.py from the types of the rules. Do not edit.
import type { Field } from '../fields';

export const FIELDS: Field = {
  "kind": "record",
  "fields": {
    "title": {
      "kind": "silent"
    },
    "seats": {
      "kind": "silent"
    },
    "options": {
      "kind": "silent"
    },
    "viewer": {
      "kind": "silent"
    },
    "to_act": {
      "kind": "list",
      "item": {
        "kind": "seat"
      }
    },
    "phase": {
      "kind": "id",
      "domain": "phase"
    },
    "scores": {
      "kind": "list",
      "item": {
        "kind": "number"
      },
      "per": "seat"
    },
    "projected": {
      "kind": "list",
      "item": {
        "kind": "number"
      },
      "per": "seat"
    },
    "sheets": {
      "kind": "silent"
    },
    "public": {
      "kind": "record",
      "fields": {
        "round": {
          "kind": "number"
        },
        "rounds": {
          "kind": "number"
        },
        "first_seat": {
          "kind": "seat"
        },
        "turn": {
          "kind": "record",
          "fields": {
            "seat": {
              "kind": "seat"
            }
          }
        },
        "event": {
          "kind": "id",
          "domain": "event_card"
        },
        "event_pile": {
          "kind": "record",
          "fields": {
            "plenty": {
              "kind": "number"
            },
            "disaster": {
              "kind": "number"
            },
            "vikings": {
              "kind": "number"
            },
            "under": {
              "kind": "number"
            }
          }
        },
        "darkness": {
          "kind": "record",
          "fields": {
            "track": {
              "kind": "list",
              "item": {
                "kind": "number"
              }
            },
            "cell": {
              "kind": "number"
            },
            "level": {
              "kind": "number"
            }
          }
        },
        "vikings": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "value": {
                "kind": "number"
              },
              "met": {
                "kind": "text"
              },
              "by": {
                "kind": "seat"
              }
            }
          }
        },
        "market": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "place": {
                "kind": "text"
              },
              "price": {
                "kind": "number"
              },
              "card": {
                "kind": "id",
                "domain": "building"
              }
            }
          }
        },
        "building_pile": {
          "kind": "number"
        },
        "crusade_pile": {
          "kind": "number"
        },
        "initiative": {
          "kind": "record",
          "fields": {
            "by": {
              "kind": "seat"
            },
            "left": {
              "kind": "number"
            },
            "tokens": {
              "kind": "list",
              "item": {
                "kind": "record",
                "fields": {
                  "token": {
                    "kind": "id",
                    "domain": "initiative_token"
                  },
                  "owner": {
                    "kind": "seat"
                  }
                }
              }
            }
          }
        },
        "locations": {
          "kind": "map",
          "domain": "location",
          "item": {
            "kind": "record",
            "fields": {
              "main": {
                "kind": "list",
                "item": {
                  "kind": "record",
                  "fields": {
                    "seat": {
                      "kind": "seat"
                    },
                    "value": {
                      "kind": "number"
                    }
                  }
                }
              },
              "bonus": {
                "kind": "list",
                "item": {
                  "kind": "record",
                  "fields": {
                    "seat": {
                      "kind": "seat"
                    },
                    "value": {
                      "kind": "number"
                    },
                    "doubled": {
                      "kind": "flag"
                    }
                  }
                }
              },
              "free": {
                "kind": "number"
              },
              "closed": {
                "kind": "flag"
              }
            }
          }
        },
        "supply": {
          "kind": "record",
          "fields": {
            "tool": {
              "kind": "number"
            },
            "wagon": {
              "kind": "number"
            }
          }
        },
        "questions": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "name": {
                "kind": "id",
                "domain": "question"
              },
              "args": {
                "kind": "list",
                "item": {
                  "kind": "number"
                }
              }
            }
          },
          "per": "seat"
        },
        "elias": {
          "kind": "record",
          "fields": {
            "pool": {
              "kind": "list",
              "item": {
                "kind": "number"
              }
            },
            "peasants": {
              "kind": "number"
            }
          }
        },
        "auction": {
          "kind": "record",
          "fields": {
            "bid": {
              "kind": "number"
            },
            "bidder": {
              "kind": "seat"
            },
            "buildings": {
              "kind": "list",
              "item": {
                "kind": "id",
                "domain": "building"
              }
            },
            "out": {
              "kind": "list",
              "item": {
                "kind": "seat"
              }
            }
          }
        },
        "players": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "seat": {
                "kind": "seat"
              },
              "goods": {
                "kind": "map",
                "domain": "resource",
                "item": {
                  "kind": "number"
                }
              },
              "storage": {
                "kind": "number"
              },
              "defence": {
                "kind": "number"
              },
              "altar": {
                "kind": "flag"
              },
              "walls": {
                "kind": "number"
              },
              "remodelled": {
                "kind": "flag"
              },
              "building_spaces": {
                "kind": "number"
              },
              "spaces_used": {
                "kind": "number"
              },
              "clergy": {
                "kind": "record",
                "fields": {
                  "position": {
                    "kind": "number"
                  },
                  "accomplished": {
                    "kind": "list",
                    "item": {
                      "kind": "id",
                      "domain": "clergy"
                    }
                  },
                  "tops": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  }
                }
              },
              "peasants": {
                "kind": "record",
                "fields": {
                  "benches": {
                    "kind": "list",
                    "item": {
                      "kind": "id",
                      "domain": "place"
                    }
                  },
                  "baptistry": {
                    "kind": "number"
                  },
                  "reserve": {
                    "kind": "number"
                  },
                  "discarded": {
                    "kind": "number"
                  },
                  "on_viking_card": {
                    "kind": "number"
                  },
                  "on_cards": {
                    "kind": "number"
                  },
                  "spanning": {
                    "kind": "list",
                    "item": {
                      "kind": "id",
                      "domain": "building"
                    }
                  },
                  "population": {
                    "kind": "number"
                  }
                }
              },
              "dice": {
                "kind": "record",
                "fields": {
                  "reserve": {
                    "kind": "number"
                  },
                  "unplaced": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "rerolled": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "preaching": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "clergy": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "defence": {
                    "kind": "list",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "saint": {
                    "kind": "number"
                  },
                  "vikings": {
                    "kind": "number"
                  },
                  "tenth": {
                    "kind": "flag"
                  }
                }
              },
              "cards": {
                "kind": "list",
                "item": {
                  "kind": "record",
                  "fields": {
                    "card": {
                      "kind": "id",
                      "domain": "card"
                    },
                    "copies": {
                      "kind": "number"
                    },
                    "peasants": {
                      "kind": "number"
                    },
                    "made": {
                      "kind": "number"
                    }
                  }
                }
              },
              "hand": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "building"
                }
              },
              "animals": {
                "kind": "record",
                "fields": {
                  "sheep": {
                    "kind": "number"
                  },
                  "cows": {
                    "kind": "number"
                  }
                }
              },
              "crusades": {
                "kind": "list",
                "item": {
                  "kind": "record",
                  "fields": {
                    "crusade": {
                      "kind": "id",
                      "domain": "crusade"
                    },
                    "spaces": {
                      "kind": "number"
                    },
                    "filled": {
                      "kind": "number"
                    },
                    "value": {
                      "kind": "number"
                    },
                    "own_dice": {
                      "kind": "number"
                    },
                    "ally_dice": {
                      "kind": "number"
                    },
                    "pool_dice": {
                      "kind": "number"
                    },
                    "crusader": {
                      "kind": "flag"
                    },
                    "ally": {
                      "kind": "seat"
                    },
                    "prestige": {
                      "kind": "number"
                    },
                    "reward": {
                      "kind": "map",
                      "domain": "resource",
                      "item": {
                        "kind": "number"
                      }
                    },
                    "relic": {
                      "kind": "id",
                      "domain": "relic"
                    },
                    "promised": {
                      "kind": "record",
                      "fields": {
                        "prestige": {
                          "kind": "number"
                        },
                        "goods": {
                          "kind": "map",
                          "domain": "resource",
                          "item": {
                            "kind": "number"
                          }
                        },
                        "relic": {
                          "kind": "flag"
                        }
                      }
                    },
                    "accomplished": {
                      "kind": "flag"
                    }
                  }
                }
              },
              "relics": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "relic"
                }
              },
              "spent_relics": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "relic"
                }
              },
              "saint": {
                "kind": "record",
                "fields": {
                  "mode": {
                    "kind": "text"
                  },
                  "saint": {
                    "kind": "id",
                    "domain": "saint"
                  }
                }
              },
              "left": {
                "kind": "record",
                "fields": {
                  "trades": {
                    "kind": "number"
                  },
                  "tools": {
                    "kind": "number"
                  },
                  "preaching": {
                    "kind": "number"
                  },
                  "clergy": {
                    "kind": "number"
                  },
                  "moves": {
                    "kind": "number"
                  },
                  "rerolls": {
                    "kind": "number"
                  },
                  "offers": {
                    "kind": "number"
                  }
                }
              },
              "visited": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "location"
                }
              },
              "has_passed": {
                "kind": "flag"
              },
              "food_needed": {
                "kind": "number"
              },
              "forecast": {
                "kind": "record",
                "fields": {
                  "levels": {
                    "kind": "number"
                  },
                  "fed": {
                    "kind": "number"
                  },
                  "grain": {
                    "kind": "number"
                  },
                  "sheep": {
                    "kind": "number"
                  },
                  "hungry": {
                    "kind": "number"
                  },
                  "dark": {
                    "kind": "number"
                  },
                  "income": {
                    "kind": "number"
                  },
                  "moves": {
                    "kind": "number"
                  }
                }
              },
              "defenders": {
                "kind": "map",
                "domain": "defender",
                "item": {
                  "kind": "number"
                }
              },
              "values": {
                "kind": "map",
                "domain": "resource",
                "item": {
                  "kind": "number"
                }
              }
            }
          },
          "per": "seat"
        }
      }
    },
    "own": {
      "kind": "record",
      "fields": {
        "saint": {
          "kind": "id",
          "domain": "saint"
        }
      }
    }
  }
};
